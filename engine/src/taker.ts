/** Takes values by their keys, each value once: of several of a key, of which there may be thousands, the last one first. */
export function takerOf<Value>(values: Iterable<readonly [value: Value, keys: readonly string[]]>) {
  const queues = new Map<string, Value[]>();
  for (const [value, keys] of values)
    for (const key of keys)
      queues
        .set(key, queues.get(key) ?? [])
        .get(key)!
        .push(value);
  const taken = new Set<Value>();
  /** Of the first of the keys that has one left. */
  return (...keys: readonly string[]): Value | undefined => {
    for (const key of keys) {
      const queue = queues.get(key) ?? [];
      let value = queue.pop();
      while (value !== undefined && taken.has(value)) value = queue.pop();
      if (value === undefined) continue;
      taken.add(value);
      return value;
    }
    return undefined;
  };
}
