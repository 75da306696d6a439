/// Ends the life of a value here, which closes a descriptor.
func end<Value: ~Copyable>(_ value: consuming Value) {}
