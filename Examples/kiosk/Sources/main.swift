// A ticket machine that says a few things in the language in force, at the start and after each change.
//
//     kiosk [STATION]

import Glibc  // fflush(3): what is printed has to show at once, also in a file
import Locd

let station = CommandLine.arguments.dropFirst().first ?? "Agra"
let localizer = Localizer(domain: "kiosk", application: "kiosk")

/// Everything this machine shows, in the language in force.
func show() {
    let lines = [
        localizer["title"],
        localizer.text("welcome", ["station": station]),
        localizer.text("departure", "Delhi", 3, "17:40"),
        localizer["thanks"],
    ]
    for line in lines { print("[swift] \(localizer.locale.tag) → \(line)") }
    fflush(nil)
}

/// Shows everything now and after each change. Listening begins before the first lookup: no change in between is missed.
func run() async {
    var changes = localizer.changes.makeAsyncIterator()
    repeat { show() } while await changes.next() != nil
}

await run()
