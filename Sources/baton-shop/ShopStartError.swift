internal import BatonMerchant
internal import Blocking
internal import HTTPServer
internal import JSON
internal import SQLite
internal import Serving

/// Why a shop did not open.
enum ShopStartError: StartFailure {
    case file(FileError)
    case unreadableCatalog(FileError)
    case catalog(path: String, JSONError)
    case store(SQLiteError)
    case server(HTTPServerError)
    case merchant(MerchantServiceError)
    case key(String)
    /// What was listened on is no address that people can reach it under.
    case origin(NoOrigin)

    var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .unreadableCatalog(let error): "the catalog cannot be read: \(error)"
        case .catalog(let path, let error): "the catalog \(path): \(error)"
        case .store(let error): "\(error)"
        case .server(let error): "\(error)"
        case .merchant(let error): "\(error)"
        case .key(let reason): "the shop's keys: \(reason)"
        case .origin(let error): "\(error)"
        }
    }

    /// What to do now.
    var hint: String? {
        switch self {
        case .unreadableCatalog, .catalog: "baton-shop catalog prints one to start from"
        case .store(.cannotOpen): "make the folder, or name another file with --database"
        case .file, .store, .server, .merchant, .key, .origin: nil
        }
    }
}
