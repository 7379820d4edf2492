import Testing

@testable import Handoffs

@Suite("Ids, times and cursors")
struct IdentifierTests {
    @Test("an id has one text, and no other text is read")
    func canonical() {
        let id = Sample.handoffID(5)
        #expect(id.text.count == 22)
        #expect(HandoffID(text: id.text) == id)
        #expect(HandoffID(bytes: id.bytes) == id)
        for wrong in [
            "", "AA", id.text + "=", id.text + "A", String(id.text.dropLast()) + "_", " " + id.text,
        ] {
            #expect(HandoffID(text: wrong) == nil, "\(wrong)")
        }
        #expect(Sample.device(7).text.count == 43)
        #expect(DeviceID(text: Sample.device(7).text) == Sample.device(7))
    }

    @Test("a handoff id is a UUID version 7 and carries its time")
    func version7() {
        let now = Instant(milliseconds: 1_645_557_742_000)
        let id = HandoffID(at: now, random: [0xCC, 0xC3, 0x18, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F])
        #expect(id.madeAt == now)
        #expect(id.bytes[6] >> 4 == 7)
        #expect(id.bytes[8] >> 6 == 2)
        #expect(id < HandoffID(at: now.adding(.milliseconds(1)), random: [UInt8](repeating: 0, count: 10)))
    }

    @Test("instants saturate instead of overflowing, and round down to seconds")
    func instants() {
        #expect(Instant(seconds: .max).milliseconds == .max)
        #expect(Instant(milliseconds: .max).adding(.seconds(1)).milliseconds == .max)
        #expect(Instant(milliseconds: -1).seconds == -1)
        #expect(Instant(milliseconds: 1999).seconds == 1)
        #expect(Instant(milliseconds: 2500).since(Instant(milliseconds: 1000)) == .milliseconds(1500))
    }

    @Test("a cursor has one text (relay 7, 25)")
    func cursors() {
        #expect(EventCursor(text: "a1-42") == EventCursor(epoch: "a1", sequence: 42))
        #expect(EventCursor(text: "a1-0")?.text == "a1-0")
        let wrong = [
            "", "-", "a-", "-1", "a--1", "a-01", "a-+1", "A-1", "a-99999999999999999999", "garbage", "a-1 ",
            "12345678901234567-1", "a-1-1",
        ]
        for text in wrong { #expect(EventCursor(text: text) == nil, "\(text)") }
    }
}
