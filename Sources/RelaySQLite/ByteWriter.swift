/// Packs the parts of a row that no query looks at into one column.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    mutating func append(_ number: Int64) {
        for shift in stride(from: Int64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func append(tag: UInt8) { bytes.append(tag) }

    /// Bytes whose length the reader knows.
    mutating func append(fixed: [UInt8]) { bytes.append(contentsOf: fixed) }

    /// Bytes with their length before them.
    mutating func append(_ variable: [UInt8]) {
        append(Int64(variable.count))
        bytes.append(contentsOf: variable)
    }

    /// A count, then each element.
    mutating func append<Element>(_ list: [Element], _ each: (inout ByteWriter, Element) -> Void) {
        precondition(list.count <= 255, "\(list.count) elements do not fit a row")
        bytes.append(UInt8(list.count))
        for element in list { each(&self, element) }
    }
}
