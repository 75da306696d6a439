import Varlink

/// The interface that implementations of Varlink test each other with: a client calls the methods in their order and
/// gives each the last one's result; the server compares what arrives with what it sent.
protocol CertificationMethod: VarlinkMethod {}

extension CertificationMethod {
    static var interface: String { "org.varlink.certification" }
    /// Each method's type has the method's name.
    static var name: String { "\(interface).\(Self.self)" }
}

/// The parameters of every method but the first: who calls, and the values of the step before.
struct Request<Values: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    var clientID: String
    var values: Values

    private enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
    }

    init(clientID: String, values: Values) {
        self.clientID = clientID
        self.values = values
    }

    init(from decoder: any Decoder) throws {
        clientID = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .clientID)
        values = try Values(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(clientID, forKey: .clientID)
        try values.encode(to: encoder)
    }
}

/// An object without members: the value of a set's names.
struct Empty: Codable, Sendable, Equatable {}

struct ClientID: Codable, Sendable, Equatable {
    var value: String

    private enum CodingKeys: String, CodingKey {
        case value = "client_id"
    }
}

struct BoolValue: Codable, Sendable, Equatable { var bool: Bool }
struct IntValue: Codable, Sendable, Equatable { var int: Int }
struct FloatValue: Codable, Sendable, Equatable { var float: Double }
struct StringValue: Codable, Sendable, Equatable { var string: String }

struct Scalars: Codable, Sendable, Equatable {
    var bool: Bool
    var int: Int
    var float: Double
    var string: String
}

struct StructValue: Codable, Sendable, Equatable { var `struct`: Scalars }
struct MapValue: Codable, Sendable, Equatable { var map: [String: String] }
struct SetValue: Codable, Sendable, Equatable { var set: [String: Empty] }
struct MyTypeValue: Codable, Sendable, Equatable { var mytype: MyType }

struct Replies: Codable, Sendable, Equatable {
    var texts: [String]

    private enum CodingKeys: String, CodingKey {
        case texts = "last_more_replies"
    }
}

struct AllOK: Codable, Sendable, Equatable {
    var value: Bool

    private enum CodingKeys: String, CodingKey {
        case value = "all_ok"
    }
}

struct MyType: Codable, Sendable, Equatable {
    enum Number: String, Codable { case one, two, three }

    struct Pair: Codable, Sendable, Equatable {
        var first: Int
        var second: String
    }

    struct Interface: Codable, Sendable, Equatable {
        enum Word: String, Codable { case foo, bar, baz }

        struct Anonymous: Codable, Sendable, Equatable {
            var foo: Bool
            var bar: Bool
        }

        var foo: [[String: Word]?]?
        var anon: Anonymous
    }

    /// What the one foreign object of this interface happens to hold.
    struct Object: Codable, Sendable, Equatable {
        var method: String
        var parameters: MapValue
    }

    var object: Object
    var `enum`: Number
    var `struct`: Pair
    var array: [String]
    var dictionary: [String: String]
    var stringset: [String: Empty]
    var nullable: String?
    var nullableArray: [Pair]?
    var interface: Interface

    private enum CodingKeys: String, CodingKey {
        case object, `enum`, `struct`, array, dictionary, stringset, nullable, interface
        case nullableArray = "nullable_array_struct"
    }
}

enum Start: CertificationMethod {
    typealias Parameters = NoParameters
    typealias Reply = ClientID
}

enum Test01: CertificationMethod {
    typealias Parameters = Request<Empty>
    typealias Reply = BoolValue
}

enum Test02: CertificationMethod {
    typealias Parameters = Request<BoolValue>
    typealias Reply = IntValue
}

enum Test03: CertificationMethod {
    typealias Parameters = Request<IntValue>
    typealias Reply = FloatValue
}

enum Test04: CertificationMethod {
    typealias Parameters = Request<FloatValue>
    typealias Reply = StringValue
}

enum Test05: CertificationMethod {
    typealias Parameters = Request<StringValue>
    typealias Reply = Scalars
}

enum Test06: CertificationMethod {
    typealias Parameters = Request<Scalars>
    typealias Reply = StructValue
}

enum Test07: CertificationMethod {
    typealias Parameters = Request<StructValue>
    typealias Reply = MapValue
}

enum Test08: CertificationMethod {
    typealias Parameters = Request<MapValue>
    typealias Reply = SetValue
}

enum Test09: CertificationMethod {
    typealias Parameters = Request<SetValue>
    typealias Reply = MyTypeValue
}

enum Test10: CertificationMethod {
    typealias Parameters = Request<MyTypeValue>
    typealias Reply = StringValue
}

enum Test11: CertificationMethod {
    typealias Parameters = Request<Replies>
    typealias Reply = NoParameters
}

enum End: CertificationMethod {
    typealias Parameters = Request<Empty>
    typealias Reply = AllOK
}

/// The values that every server of this interface sends and expects back.
enum Expected {
    static let scalars = Scalars(bool: false, int: 2, float: .pi, string: "a lot of string")
    static let map = ["foo": "Foo", "bar": "Bar"]
    static let set = ["one": Empty(), "two": Empty(), "three": Empty()]
    static let replies = (1...10).map { "Reply number \($0)" }
    static let mytype = MyType(
        object: .init(method: Test09.name, parameters: MapValue(map: map)), enum: .two,
        struct: .init(first: 1, second: "2"), array: ["one", "two", "three"], dictionary: map, stringset: set,
        nullable: nil, nullableArray: nil,
        interface: .init(
            foo: [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]],
            anon: .init(foo: true, bar: false)))
}

/// The interface's definition.
let certificationInterface = """
    # Tests implementations of Varlink against each other. A client calls Start, Test01 to Test11
    # and End, and gives each method what the one before it replied.
    interface org.varlink.certification

    type Interface (
      foo: ?[]?[string](foo, bar, baz),
      anon: (foo: bool, bar: bool)
    )

    type MyType (
      object: object,
      enum: (one, two, three),
      struct: (first: int, second: string),
      array: []string,
      dictionary: [string]string,
      stringset: [string](),
      nullable: ?string,
      nullable_array_struct: ?[](first: int, second: string),
      interface: Interface
    )

    method Start() -> (client_id: string)

    method Test01(client_id: string) -> (bool: bool)

    method Test02(client_id: string, bool: bool) -> (int: int)

    method Test03(client_id: string, int: int) -> (float: float)

    method Test04(client_id: string, float: float) -> (string: string)

    method Test05(client_id: string, string: string) -> (bool: bool, int: int, float: float, string: string)

    method Test06(client_id: string, bool: bool, int: int, float: float, string: string) -> (
      struct: (bool: bool, int: int, float: float, string: string)
    )

    method Test07(client_id: string, struct: (bool: bool, int: int, float: float, string: string)) -> (
      map: [string]string
    )

    method Test08(client_id: string, map: [string]string) -> (set: [string]())

    method Test09(client_id: string, set: [string]()) -> (mytype: MyType)

    # Replies ten times; must be called with "more".
    method Test10(client_id: string, mytype: MyType) -> (string: string)

    # Must be called with "oneway".
    method Test11(client_id: string, last_more_replies: []string) -> ()

    method End(client_id: string) -> (all_ok: bool)

    # No such client has started, or it called out of turn.
    error ClientIdError ()

    # A call is not what the server expects.
    error CertificationError (wants: object, got: object)

    """
