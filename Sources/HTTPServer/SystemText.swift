import Glibc

/// The system's words for an error number.
func systemText(_ number: Int32 = errno) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
}
