internal import JSON
internal import Terminal

/// What a tool of the shop tells: lines for people, or one JSON event. A refusal goes to standard error in
/// words and, with `--json`, to standard output as an event with its code.
struct ToolReport: Sendable {
    let console: Console
    let isJSON: Bool

    init(_ console: Console, _ command: ParsedCommand) {
        self.console = console
        isJSON = command.has("json")
    }

    /// A result: `lines` for people, `members` as an event.
    func tell(_ event: String, _ members: JSONObject, _ lines: [String]) {
        guard isJSON else { return lines.forEach(console.say) }
        var object: JSONObject = ["event": .string(event)]
        for member in members.members { object[member.name] = member.value }
        console.say(JSONValue.object(object).encodedString())
    }

    /// A no, with its stable name. The tool then ends with status 1.
    func refuse(
        _ code: String, _ message: String, hint: String? = nil, _ members: JSONObject = JSONObject()
    ) -> ExitStatus {
        if isJSON { console.say(Self.event(code, message, hint, members)) }
        console.fail("\(code): \(message)", hint: hint)
        return console.finish(.failed)
    }

    /// The event of a no.
    static func event(
        _ code: String, _ message: String, _ hint: String?, _ members: JSONObject = JSONObject()
    ) -> String {
        var object: JSONObject = ["event": "error", "code": .string(code), "message": .string(message)]
        if let hint { object["hint"] = .string(hint) }
        for member in members.members { object[member.name] = member.value }
        return JSONValue.object(object).encodedString()
    }
}

/// A no of a tool before it came to its work: a file that is not there, a key that is none.
struct ToolFailure: Error {
    let code: String
    let message: String
    var hint: String?
}
