import Testing

@testable import DeviceApp

/// What a person may type for a bag, and what goes together.
@Suite struct BagTests {
    @Test func `a word names an item, how many, and its options`() {
        #expect(BagWord("latte")?.quantity == 1)
        let word = BagWord("latte:2,size=large,milk=oat=barista")
        #expect(word?.item == "latte" && word?.quantity == 2)
        #expect(word?.options.map(\.key) == ["size", "milk"])
        #expect(word?.options.map(\.value) == ["large", "oat=barista"])
        // Ids of other shops hold colons.
        #expect(BagWord("gid://shop/latte")?.item == "gid://shop/latte")
        #expect(BagWord("gid:7:3")?.item == "gid:7")
    }

    @Test(arguments: [
        "", ":2", "latte:0", "latte:100", "latte:-1", "latte,size", "latte,=large", "latte,size=",
    ])
    func `what is no such word is refused`(text: String) {
        #expect(BagWord(text) == nil)
    }

    @Test func `at Order a line orders, leaves, or changes one thing; anything else is said`() {
        #expect(BagEdit("y") == .order && BagEdit("YES") == .order)
        #expect(BagEdit("") == .leave && BagEdit("n") == .leave && BagEdit("no") == .leave)
        #expect(BagEdit("promo WELCOME10") == .promo("WELCOME10"))
        #expect(BagEdit("unpromo WELCOME10") == .withoutPromo("WELCOME10"))
        #expect(BagEdit("method bike") == .method("bike"))
        #expect(BagEdit("add latte:2,size=large") == .add("latte:2,size=large"))
        #expect(BagEdit("remove latte") == .remove("latte"))
        for text in ["promo", "yes please", "pay", "add", "y y"] { #expect(BagEdit(text) == nil, "\(text)") }
    }

    @Test func `AP-4: what shares a way goes together, and every thing is in one group`() {
        #expect(BagSplit.groups([["pickup", "shipping"], ["pickup"], ["digital"]]) == [[0, 1], [2]])
        // Shared ways shrink as things join: the third fits no longer.
        #expect(BagSplit.groups([["a", "b"], ["a"], ["b"]]) == [[0, 1], [2]])
        #expect(BagSplit.groups([["a"], ["b"], ["a"], ["b"]]) == [[0, 2], [1, 3]])
        #expect(BagSplit.groups([[], ["a"]]) == [[0], [1]])
        #expect(BagSplit.groups([]).isEmpty)
    }
}
