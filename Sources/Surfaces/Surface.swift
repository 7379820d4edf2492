package import Checkout

/// A piece of what is shown, laid out by a renderer and never by its maker.
package enum Surface: Sendable, Equatable {
    case card(Card)
    case alert(Alert)
    case rows(title: String?, [Row])
    /// One sentence.
    case line(String)
    /// One line whatever its length, for whoever reads line by line.
    case record(String)
    /// Something to be carried over by hand or scanner: shown alone and in full.
    case code(String)
    /// A link, and the same as a QR code where one can be drawn.
    case link(String)
    /// The same, said to be for the phone.
    case pairingLink(String)
    case sheet(SheetSurface)
}

/// A line with a label on the left and a value on the right, each on one line (AP-8).
package struct Row: Sendable, Equatable {
    /// What a renderer may stress.
    package enum Role: Sendable, Equatable {
        case plain
        case total
        case changed
        case note
        case unavailable
    }

    /// May be foreign; shortened with a mark where it does not fit.
    package let label: ForeignText
    package let value: String
    /// A second line, such as an expected arrival (AP-7).
    package let detail: String?
    package let role: Role

    package init(_ label: ForeignText, _ value: String, detail: String? = nil, role: Role = .plain) {
        self.label = label
        self.value = value
        self.detail = detail
        self.role = role
    }
}

/// A summary card: small, with words that can be spoken (SN-1, SN-3, SN-6).
package struct Card: Sendable, Equatable {
    /// A confirmation's button is a verb; a result's is Done.
    package enum Kind: Sendable, Equatable {
        case confirmation(verb: String)
        case result
    }

    package let kind: Kind
    package let title: String
    package let rows: [Row]
    package let notes: [String]
    /// The same without looking.
    package let spoken: String

    package init(_ kind: Kind, title: String, rows: [Row] = [], notes: [String] = [], spoken: String) {
        self.kind = kind
        self.title = title
        self.rows = rows
        self.notes = notes
        self.spoken = spoken
    }

    /// What its button says.
    package var button: String {
        switch kind {
        case .confirmation(let verb): verb
        case .result: Words.done
        }
    }
}

/// A notification: one full sentence that says what has happened, and one short verb (UI-7).
package struct Alert: Sendable, Equatable {
    package let sentence: String
    package let action: String
    /// How to act on it here.
    package let hint: String?

    package init(sentence: String, action: String, hint: String? = nil) {
        self.sentence = sentence
        self.action = action
        self.hint = hint
    }
}
