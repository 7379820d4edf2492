import Crypto
import Encodings
import HTTPMessages
import Handoffs
import Testing
import Wire

@testable import BatonClient

/// Both sides of pairing over a relay that is a list of messages (design sections 3 and 10).
struct PairingRun {
    let watchKeys: DeviceKeys
    let phoneKeys: DeviceKeys
    var watch: WatchPairing
    var phone: PhonePairing
    var status: PairingStatus
    var watchEffects: [WatchPairing.Effect] = []
    var phoneEffects: [PhonePairing.Effect] = []
    let now = Instant(milliseconds: 1_700_000_000_000)

    init(phoneLink: ((PairingLink) throws -> PairingLink) = { $0 }) throws {
        (watchKeys, phoneKeys) = (try DeviceKeys(), try DeviceKeys())
        let pairing = try #require(PairingID(bytes: RandomBytes.make(16)))
        let relay = try #require(BaseURL("https://relay.example"))
        watch = WatchPairing(
            keys: watchKeys, card: watchKeys.card(name: "Mia's watch", kind: .watch), relay: relay,
            pairing: pairing,
            ephemeral: try P256PrivateKey(), secret: RandomBytes.makeSecret(16), nonce: RandomBytes.make(32))
        phone = PhonePairing(
            link: try phoneLink(PairingLink(watch.link.text)), keys: phoneKeys,
            card: phoneKeys.card(name: "Mia's phone", kind: .phone), ephemeral: try P256PrivateKey(),
            nonce: RandomBytes.make(32))
        status = PairingStatus(
            pairing: pairing, state: .open, reason: nil, seen: 0, messages: [], watch: watchKeys.id,
            phone: nil,
            grants: [], expiresIn: nil, serverTime: now)
    }

    mutating func post(_ step: Pairing.Step, _ body: [UInt8], from sender: DeviceID) {
        if step == .answer { status.phone = sender }
        let number = Int64(status.messages.count + 1)
        status.messages.append(.init(number: number, sender: sender, step: step, body: body))
    }

    mutating func turnWatch() {
        take(watch.apply(status, sealingNonce: RandomBytes.make(12), at: now))
    }

    mutating func turnPhone() { take(phone.apply(status)) }

    mutating func take(_ effects: [WatchPairing.Effect]) {
        watchEffects += effects
        for case .post(let step, let body) in effects { post(step, body, from: watchKeys.id) }
    }

    mutating func take(_ effects: [PhonePairing.Effect]) {
        phoneEffects += effects
        for case .post(let step, let body) in effects { post(step, body, from: phoneKeys.id) }
    }

    mutating func answer() { take([phone.answer(sealingNonce: RandomBytes.make(12))]) }

    var code: String? {
        for case .showCode(let code, _) in phoneEffects { return code }
        return nil
    }

    /// Runs until the phone shows the code and the watch asks for it.
    mutating func runToCode() {
        answer()
        turnWatch()
        turnPhone()
    }
}

@Suite struct PairingTests {
    @Test func `two devices pair, and hold the same key under the same name`() throws {
        var run = try PairingRun()
        run.runToCode()
        let code = try #require(run.code)
        #expect(code.count == 6 && run.watchEffects.contains(.askForCode))
        run.take(run.watch.enter(" \(code.prefix(3))-\(code.suffix(3))\n"))
        #expect(run.watchEffects.contains(.showCodeRight))
        run.turnPhone()
        #expect(run.phoneEffects.contains(.askWhetherRight))
        let region = ShortenedRegion(country: "US", region: "CA", postalPrefix: "941")
        run.take(run.phone.confirm(true, region: region, sealingNonce: RandomBytes.make(12), at: run.now))
        run.turnWatch()
        run.status.state = .paired
        run.turnWatch()
        run.turnPhone()
        guard case .paired(let phone)? = run.watchEffects.last,
            case .paired(let watch)? = run.phoneEffects.last
        else {
            Issue.record("not paired: \(run.watchEffects.count), \(run.phoneEffects.count)")
            return
        }
        #expect(phone.psk == watch.psk && phone.psk.id.count == 32)
        #expect(phone.card.name == "Mia's phone" && watch.card.name == "Mia's watch")
        #expect(phone.region == region)
    }

    @Test func `R-58: without the relay's acknowledgement of both grants nothing is paired`() throws {
        var run = try PairingRun()
        run.runToCode()
        run.take(run.watch.enter(try #require(run.code)))
        run.turnPhone()
        run.take(run.phone.confirm(true, region: nil, sealingNonce: RandomBytes.make(12), at: run.now))
        run.turnWatch()
        run.status.state = .granted
        run.turnWatch()
        run.turnPhone()
        #expect(!run.watchEffects.contains { if case .paired = $0 { true } else { false } })
        #expect(!run.phoneEffects.contains { if case .paired = $0 { true } else { false } })
    }

    @Test func `R-58: "paired" from the relay alone pairs nothing`() throws {
        var run = try PairingRun()
        run.status.state = .paired
        run.turnWatch()
        run.turnPhone()
        #expect(run.watchEffects.isEmpty && run.phoneEffects.isEmpty)
    }

    @Test func `the third wrong code ends it on the watch, and the phone is told`() throws {
        var run = try PairingRun()
        run.runToCode()
        let code = try #require(run.code)
        let wrong = code == "000000" ? "000001" : "000000"
        run.take(run.watch.enter(wrong))
        run.take(run.watch.enter(""))
        #expect(run.watchEffects.contains(.showCodeWrong(triesLeft: 1)))
        run.take(run.watch.enter("twelve"))
        #expect(run.watchEffects.last == .ended(.wrongCode))
        #expect(run.watch.enter(code).isEmpty, "the right code comes too late")
        run.turnPhone()
        #expect(run.phoneEffects.last == .ended(.aborted))
    }

    @Test(arguments: [" 123-456\r\n", "123456", "１２３４５６", "١٢٣٤٥٦"])
    func `R-89: a code is the same in any spacing and script`(style: String) throws {
        var run = try PairingRun()
        run.runToCode()
        let code = try #require(run.code).map { Int("\($0)") ?? 0 }
        let places = Array(code)
        let typed = style.map { character in
            guard let place = character.wholeNumberValue else { return character }
            let zero = character.unicodeScalars.first.map { $0.value - UInt32(place) } ?? 0
            return Unicode.Scalar(zero + UInt32(places[place - 1])).map(Character.init) ?? character
        }
        run.take(run.watch.enter(String(typed)))
        #expect(run.watchEffects.contains(.showCodeRight))
    }

    @Test func `R-79: a second phone that answers first or later ends the pairing on both`() throws {
        var run = try PairingRun()
        let thief = try DeviceKeys()
        run.answer()
        run.turnWatch()
        run.post(.answer, [1, 2, 3], from: thief.id)
        run.turnWatch()
        #expect(run.watchEffects.last == .ended(.someoneElseAnswered))
        run.turnPhone()
        #expect(run.phoneEffects.last == .ended(.someoneElseAnswered))
    }

    @Test func `a swapped code in the middle does not open: another secret, commitment, id or relay`() throws
    {
        let changes: [(PairingLink) throws -> PairingLink] = [
            {
                PairingLink(
                    relay: $0.relay, pairing: $0.pairing, secret: Secret(RandomBytes.make(16)),
                    commitment: $0.commitment)
            },
            {
                PairingLink(
                    relay: $0.relay, pairing: PairingID(bytes: RandomBytes.make(16))!, secret: $0.secret,
                    commitment: $0.commitment)
            },
            {
                PairingLink(
                    relay: BaseURL("https://other.example")!, pairing: $0.pairing, secret: $0.secret,
                    commitment: $0.commitment)
            },
        ]
        for change in changes {
            var run = try PairingRun(phoneLink: change)
            run.answer()
            run.turnWatch()
            #expect(run.watchEffects.last == .ended(.notAuthentic))
        }
        var run = try PairingRun(phoneLink: {
            PairingLink(
                relay: $0.relay, pairing: $0.pairing, secret: $0.secret,
                commitment: [UInt8](repeating: 7, count: 16))
        })
        run.runToCode()
        #expect(run.phoneEffects.last == .ended(.commitment) && run.code == nil)
    }

    @Test func `a step changed after the reveal ends it`() throws {
        var run = try PairingRun()
        run.runToCode()
        let reveal = try #require(run.status.messages.first { $0.step == .reveal })
        run.post(.reveal, reveal.body.dropLast() + [reveal.body.last! ^ 1], from: run.watchKeys.id)
        run.turnPhone()
        #expect(run.phoneEffects.last == .ended(.someoneElseAnswered))
    }

    @Test func `a forged confirmation ends it`() throws {
        var run = try PairingRun()
        run.runToCode()
        run.post(.watchConfirm, RandomBytes.make(32), from: run.watchKeys.id)
        run.turnPhone()
        #expect(run.phoneEffects.last == .ended(.notAuthentic))
        var other = try PairingRun()
        other.runToCode()
        other.take(other.watch.enter(try #require(other.code)))
        other.post(.phoneConfirm, RandomBytes.make(32), from: other.phoneKeys.id)
        other.turnWatch()
        #expect(other.watchEffects.last == .ended(.notAuthentic))
    }

    @Test func `R-61: the same two devices get another code and key each time, bound to every byte`() throws {
        var run = try PairingRun()
        run.runToCode()
        let half = { (card: DeviceCard) in
            PairingTranscript.Half(
                card: card, ephemeral: try P256PrivateKey().publicKey, nonce: RandomBytes.make(32))
        }
        let transcript = PairingTranscript(
            relay: run.watch.link.relay, pairing: run.watch.link.pairing,
            watch: try half(run.watchKeys.card(name: "w", kind: .watch)),
            phone: try half(run.phoneKeys.card(name: "p", kind: .phone)))
        let changed = PairingTranscript(
            relay: transcript.relay, pairing: transcript.pairing, watch: transcript.watch,
            phone: .init(
                card: transcript.phone.card, ephemeral: transcript.phone.ephemeral,
                nonce: transcript.phone.nonce.dropLast() + [transcript.phone.nonce.last! ^ 1]))
        #expect(transcript.hash != changed.hash)
    }

    @Test func `R-89: digits come from the stream without a bias`() {
        let beyond: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        #expect(PairingTranscript.digits(from: Secret(beyond + [0, 0, 0, 42] + beyond)) == "000042")
        #expect(PairingTranscript.digits(from: Secret([0xFF, 0xF1, 0x3D, 0x7F])) == "999999")
        #expect(PairingTranscript.digits(from: Secret([0xFF, 0xF1, 0x3D, 0x80, 0, 0, 0, 1])) == "000001")
    }

    @Test func `R-59: the two directions have different keys`() {
        let secret = Secret([UInt8](repeating: 9, count: 16))
        #expect(
            PairingTranscript.stepKey(.answer, secret: secret)
                != PairingTranscript.stepKey(.reveal, secret: secret))
    }
}
