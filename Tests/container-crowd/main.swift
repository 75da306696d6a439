// Many programs in one process, which look texts up all the time.
//
//     container-crowd COUNT
//
// Each localizer has an application of its own, so each has a connection of its own. Prints `all TAG` whenever all have come
// to show the same language, and `failed APPLICATION TEXT` at once for a lookup that gives no text in any language.

import Glibc
import Locd

let texts: Set = ["Hello", "नमस्ते", "Guten Tag"]
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
let crowd = (0..<count).map { Localizer(domain: "kiosk", application: "crowd-\($0)") }
var common: String?

func say(_ line: String) {
    print(line)
    fflush(nil)
}

while true {
    for (number, localizer) in crowd.enumerated() {
        let text = localizer["hello"]
        if !texts.contains(text) { say("failed \(number) \(text)") }
    }
    let languages = Set(crowd.map(\.locale.tag))
    let now = languages.count == 1 ? languages.first : nil
    if let now, now != common { say("all \(now)") }
    common = now ?? common
    // A breath, so that whom they follow gets its turn.
    poll(nil, 0, 1)
}
