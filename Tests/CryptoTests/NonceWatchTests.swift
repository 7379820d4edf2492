import Testing

@testable import Crypto

/// no two texts under one key and nonce.
@Suite struct NonceWatchTests {
    @Test func `R-59: a debug build stops at the second text under one key and nonce`() async {
        await #expect(processExitsWith: .failure) {
            let key = RandomBytes.makeSecret(32)
            _ = try AESGCM.seal([1], key: key, nonce: [0])
            _ = try AESGCM.seal([2], key: key, nonce: [0])
        }
    }

    @Test func `the same text again, another nonce and another key are no reuse`() throws {
        let key = RandomBytes.makeSecret(32)
        let first = try AESGCM.seal([1], key: key, nonce: [0])
        #expect(try AESGCM.seal([1], key: key, nonce: [0]) == first)
        _ = try AESGCM.seal([2], key: key, nonce: [1])
        _ = try AESGCM.seal([2], key: RandomBytes.makeSecret(32), nonce: [0])
    }

    @Test func `R-59: the two directions of a handoff have different keys, even from one shared secret`()
        throws
    {
        let (recipient, ephemeral) = (try P256PrivateKey(), try P256PrivateKey())
        let psk = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32))
        let text = [UInt8](repeating: 0, count: 64)
        let sealed = try ["baton/handoff/1", "baton/outcome/1"].map { info in
            try HPKE.seal(
                text, to: recipient.publicKey, sharing: psk, info: Array(info.utf8), aad: [],
                ephemeral: ephemeral)
        }
        // Zeroes are sealed, so the ciphertexts are the key streams.
        #expect(sealed[0].ciphertext.prefix(64) != sealed[1].ciphertext.prefix(64))
    }
}
