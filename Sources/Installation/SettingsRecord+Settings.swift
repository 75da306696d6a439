import LanguageTags
package import LocdDaemon
package import PackStore

extension SettingsRecord {
    /// Settings as they are stored.
    package init(_ settings: OwnerSettings) {
        self.init(
            own: StoredPreference(settings.own), applications: settings.applications.mapValues(StoredPreference.init))
    }
}

extension StoredPreference {
    fileprivate init(_ preference: Preference) {
        self.init(languages: preference.languages.map(\.description), region: preference.region?.identifier)
    }
}

extension OwnerSettings {
    /// Settings as they were stored; what no longer reads as a tag or a region is left out and told.
    package init(_ record: SettingsRecord, problem: (String) -> Void) {
        self.init(
            own: Preference(record.own, problem: problem),
            applications: record.applications.mapValues { Preference($0, problem: problem) })
    }
}

extension Preference {
    fileprivate init(_ stored: StoredPreference, problem: (String) -> Void) {
        self.init()
        do throws(LanguageTagError) {
            for text in stored.languages { languages.append(try LanguageTag(parsing: text)) }
        } catch {
            problem("a language is ignored: \(error.message)")
        }
        do throws(LanguageTagError) {
            region = try stored.region.map { text throws(LanguageTagError) in try RegionCode(parsing: text) }
        } catch {
            problem("the region is ignored: \(error.message)")
        }
    }
}
