/** Keys remembered at once; beyond that no new one is noted until the minute of another is over. */
const keysRemembered = 20_000;
const periodMs = 60_000;

/**
 * Turns a flood of refusals into one note per key and minute. The returned function takes each refusal's key and
 * answers how many there were since the last note when one is due, else undefined. A key whose minute is over may
 * be forgotten, and the refusals that were not noted with it.
 */
export function summarizeRefusals(): (key: string) => number | undefined {
  /** In the order of `notedAt`. */
  const notes = new Map<string, { notedAt: number; unnoted: number }>();
  let sweptAt = performance.now();
  return (key) => {
    const now = performance.now();
    const last = notes.get(key);
    if (last && now - last.notedAt < periodMs) {
      last.unnoted++;
      return undefined;
    }
    notes.delete(key);
    if (now - sweptAt >= periodMs || notes.size >= keysRemembered) {
      sweptAt = now;
      for (const [old, { notedAt }] of notes) {
        if (now - notedAt < periodMs) break;
        notes.delete(old);
      }
    }
    if (notes.size >= keysRemembered) return undefined;
    notes.set(key, { notedAt: now, unnoted: 0 });
    return (last?.unnoted ?? 0) + 1;
  };
}
