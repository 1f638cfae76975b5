/**
 * Answers single look-ups, but asks for those of one turn of the event loop together: under load many requests then
 * share one statement, and alone none waits. `load` gives what it found by key; a failure is everyone's.
 */
export function batchPerTurn<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let pending: Promise<Map<string, Value>> | undefined;
  let keys = new Set<string>();

  const loadAll = async () => {
    // Runs once all requests that have arrived by now have been looked at.
    await new Promise((turnIsOver) => setImmediate(turnIsOver));
    const asked = keys;
    pending = undefined;
    keys = new Set();
    return load([...asked]);
  };

  return async (key) => {
    keys.add(key);
    pending ??= loadAll();
    return (await pending).get(key);
  };
}
