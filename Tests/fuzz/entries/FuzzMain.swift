internal import Glibc

/// The entry that `FUZZ_ENTRY` names; libFuzzer calls it with each input.
private let entry: @Sendable ([UInt8]) -> Void = {
    guard let name = unsafe getenv("FUZZ_ENTRY").map({ unsafe String(cString: $0) }),
        let entry = FuzzEntries.all.first(where: { $0.name == name })
    else {
        for entry in FuzzEntries.all { print(entry.name) }
        exit(2)
    }
    return entry.run
}()

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// SwiftPM makes this the program's start, so libFuzzer's own is called from it.
@_cdecl("baton_fuzz_main")
public func fuzzMain(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var arguments = unsafe arguments
    return unsafe runDriver(&count, &arguments) { start, count in
        entry(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
}
