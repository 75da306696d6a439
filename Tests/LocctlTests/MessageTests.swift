import LocdInterface
import Testing
import Varlink

@testable import locctl

@Suite struct MessageTests {
    @Test(
        "An error of the daemon becomes a status and a sentence with the value in it",
        arguments: [
            (
                LocaleInterface.Failure.invalidLanguageTag(tag: "12", message: "\"12\" is no tag")
                    .varlinkError,
                locctl.ExitStatus.invalidLanguageTag,
                #""12" is no tag; one reads like hi or pt-BR"#
            ),
            (
                LocaleInterface.Failure.noSuchLanguage(
                    language: "hindi", nearest: [Suggestion(tag: "hi", name: "हिन्दी")]
                ).varlinkError,
                .noSuchLanguage, #"no language "hindi"; did you mean hi (हिन्दी)?"#
            ),
            (
                LocaleInterface.Failure.noSuchLanguage(
                    language: "e",
                    nearest: [Suggestion(tag: "en", name: "English"), Suggestion(tag: "es", name: "español")]
                ).varlinkError,
                .noSuchLanguage, #"no language "e"; did you mean en (English) or es (español)?"#
            ),
            (
                LocaleInterface.Failure.noSuchLanguage(language: "xx", nearest: []).varlinkError,
                .noSuchLanguage, #"no language "xx"; `locctl list` lists those there are"#
            ),
            (
                LocaleInterface.Failure.invalidRegion(region: "Narnia").varlinkError,
                .usage, #""Narnia" is not a region; give a code of ISO 3166 such as DE"#
            ),
            (
                LocaleInterface.Failure.conflict(generation: 7).varlinkError,
                .conflict, "the setting has been changed meanwhile; its generation is now 7"
            ),
            (
                LocaleInterface.Failure.superseded.varlinkError,
                .conflict, "a later request was faster, so this one has changed nothing"
            ),
            (
                LocaleInterface.Failure.storageFailed(message: "read-only", outOfSpace: false).varlinkError,
                .other, "the setting could not be stored and is unchanged: read-only"
            ),
            (
                LocaleInterface.Failure.storageFailed(message: "full", outOfSpace: true).varlinkError,
                .noSpace, "the setting could not be stored and is unchanged: full"
            ),
            (
                CatalogInterface.Failure.noSuchMessage(domain: "kiosk", key: "a\nb", languages: ["hi", "en"])
                    .varlinkError,
                .textMissing, #"no text "a\nb" in domain "kiosk" (looked in hi, en)"#
            ),
            (
                CatalogInterface.Failure.openFailed(message: "full", outOfSpace: true).varlinkError,
                .noSpace, "the texts could not be handed out: full"
            ),
            (
                CatalogInterface.Failure.noSuchDomain(domain: "x").varlinkError,
                .textMissing, #"no domain "x"; `locctl list --domains` lists those there are"#
            ),
            (
                CatalogInterface.Failure.invalidArgument(argument: "n", message: "not a number").varlinkError,
                .usage, #"argument "n" does not fit the message: not a number"#
            ),
            (.permissionDenied, .notAllowed, "not allowed"),
            (.invalidParameter("scope"), .usage, #"the daemon does not accept the value of "scope""#),
            (
                .methodNotFound("org.locd.Locale.Set"),
                .other, "this daemon is older than locctl: it does not know what was asked of it"
            ),
            (VarlinkError(name: "org.example.Odd"), .other, #"the daemon answered with the error "org.example.Odd""#),
        ])
    func errors(error: VarlinkError, status: locctl.ExitStatus, message: String) {
        #expect(Failure(error) == Failure(status, message))
    }

    @Test(
        "Who is not allowed learns who is and what to do instead",
        arguments: [
            (
                .system, "locd", false,
                "you are not allowed to do it; only root, members of the group locd and whom polkit lets are; "
                    + "add --user to change your own"
            ),
            (
                .system, nil, false,
                "you are not allowed to do it; only root and whom polkit lets are; add --user to change your own"
            ),
            (.system, nil, true, "you are not allowed to do it; only root is; add --user to change your own"),
            (
                nil, "locd", false,
                "you are not allowed to do it; only root, members of the group locd and whom polkit lets are"
            ),
        ] as [(Scope?, String?, Bool, String)])
    func notAllowed(scope: Scope?, group: String?, isLocked: Bool, message: String) {
        #expect(
            Failure.notAllowed(to: "do it", scope: scope, group: group, isLocked: isLocked)
                == Failure(.notAllowed, message))
    }

    @Test(
        "A setting that hides the one just made is named with the command that clears it",
        arguments: [
            (
                Scope.system, setting(.user, ["en"]),
                "system language is now hi; your own setting en still applies (clear it: locctl set auto --user)"
            ),
            (
                .system, setting(.application, ["fr", "en"], application: "kiosk"),
                "system language is now hi; your setting for kiosk fr, en still applies "
                    + "(clear it: locctl set auto --app kiosk)"
            ),
            (
                .user, setting(.application, ["fr"], application: "kiosk"),
                "your own language is now hi; your setting for kiosk fr still applies "
                    + "(clear it: locctl set auto --app kiosk)"
            ),
            (
                .system, setting(.user, ["en"], runtime: true),
                "system language is now hi; your own setting en still applies (clear it: locctl reset --user)"
            ),
            (
                .system, setting(.user, ["en"], until: 5),
                "system language is now hi; your own setting en still applies (clear it: locctl reset --user)"
            ),
        ] as [(Scope, Setting, String)])
    func masks(scope: Scope, mask: Setting, sentence: String) {
        let remark = ChangeRemarks.maskedLanguage(scope: scope, application: nil, inForce: "hi", masks: [mask])
        #expect(remark == sentence)
        #expect(ChangeRemarks.maskedLanguage(scope: scope, application: nil, inForce: "hi", masks: []) == nil)
    }

    @Test func `A region that a narrower setting hides is named, too`() {
        var mask = Self.setting(.user, [])
        #expect(ChangeRemarks.maskedRegion(scope: .system, application: nil, region: "DE", masks: [mask]) == nil)
        #expect(ChangeRemarks.maskedLanguage(scope: .system, application: nil, inForce: "hi", masks: [mask]) == nil)
        mask.region = "AT"
        #expect(
            ChangeRemarks.maskedRegion(scope: .system, application: nil, region: "", masks: [mask])
                == "system region is now automatic; your own setting AT still applies "
                + "(clear it: locctl set --region auto --user)")
    }

    @Test func `A fallback says what could not be had and what there is`() {
        #expect(
            ChangeRemarks.fallback(requested: ["tlh", "eo"], inForce: "en")
                == #"no language "tlh" or "eo"; the setting is now automatic, which gives en"#)
    }

    private static func setting(
        _ scope: Scope, _ languages: [String], application: String? = nil, runtime: Bool = false, until: Int64? = nil
    ) -> Setting {
        Setting(
            scope: scope, application: application, languages: languages, region: nil, runtime: runtime, until: until)
    }
}
