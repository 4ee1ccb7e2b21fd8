export function getOrAdd<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  makeValue: () => Value,
): Value {
  const existingValue = map.get(key);
  if (existingValue !== undefined) return existingValue;
  const value = makeValue();
  map.set(key, value);
  return value;
}
