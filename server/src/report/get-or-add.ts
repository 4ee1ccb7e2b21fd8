export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existingValue = map.get(key);
  if (existingValue !== undefined) return existingValue;
  const value = make();
  map.set(key, value);
  return value;
}
