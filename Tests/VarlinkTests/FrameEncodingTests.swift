import JSON
import Testing
import Varlink

private struct Sum: Codable { var sum: Int }

struct FrameEncodingTests {
    @Test("Calls leave out what is empty and false")
    func calls() {
        #expect(
            text(SharedFrame(method: "a.B", parametersJSON: Array("{}".utf8), mode: .single)) == #"{"method":"a.B"}"#)
        #expect(
            text(SharedFrame(method: "a.B", parametersJSON: Array(#"{"x":1}"#.utf8), mode: .more))
                == #"{"method":"a.B","parameters":{"x":1},"more":true}"#)
        #expect(
            text(SharedFrame(method: "a.B", parametersJSON: Array("{}".utf8), mode: .oneway))
                == #"{"method":"a.B","oneway":true}"#)
    }

    @Test("Replies and errors leave out what is empty and false, and end with NUL")
    func replies() throws {
        #expect(text(try SharedFrame(reply: NoParameters())) == "{}")
        #expect(text(try SharedFrame(reply: Sum(sum: 3))) == #"{"parameters":{"sum":3}}"#)
        #expect(
            text(try SharedFrame(reply: Sum(sum: 3), continues: true)) == #"{"parameters":{"sum":3},"continues":true}"#)
        #expect(
            text(SharedFrame(error: .permissionDenied)) == #"{"error":"org.varlink.service.PermissionDenied"}"#)
        #expect(
            text(SharedFrame(error: .methodNotFound("a.B")))
                == #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.B"}}"#)
        #expect(SharedFrame(error: .expectedMore).bytes.last == 0)
    }

    @Test("An error's members are read as a type")
    func errorMembers() throws {
        let error = VarlinkError(name: "a.E", parameters: ["sum": 4])
        #expect(try error.parameters(as: Sum.self).sum == 4)
        #expect(throws: DecodingError.self) { try VarlinkError(name: "a.E").parameters(as: Sum.self) }
    }

    @Test("A failure to read parameters names the parameter")
    func describing() throws {
        struct Inner: Decodable { var kind: String }
        struct Parameters: Decodable { var arguments: [Inner] }
        func name(_ json: String) -> VarlinkError? {
            do {
                let bytes = Array(json.utf8)
                _ = try JSONDecoder().decode(Parameters.self, from: bytes, limits: .request)
                return nil
            } catch {
                return VarlinkError.describing(error)
            }
        }
        #expect(name(#"{"arguments":[{"kind":"a"},{"kind":1}]}"#) == .invalidParameter("arguments[1].kind"))
        #expect(name(#"{"arguments":[{}]}"#) == .invalidParameter("arguments[0].kind"))
        #expect(name("{}") == .invalidParameter("arguments"))
        #expect(name("[]") == .invalidParameter("parameters"))
        #expect(VarlinkError.describing(VarlinkError.permissionDenied) == .permissionDenied)
    }
}
