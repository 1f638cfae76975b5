/** Keys remembered at once; beyond that no new one is noted for a while. */
const keysRemembered = 20_000;
const periodMs = 60_000;

/**
 * Turns a flood of refusals into one note per key and minute. The returned function takes each refusal's key and
 * answers how many there were since the last note when one is due, else undefined.
 */
export function summarizeRefusals(): (key: string) => number | undefined {
  const notes = new Map<string, { notedAt: number; unnoted: number }>();
  let sweptAt = Date.now();
  return (key) => {
    const now = Date.now();
    if (now - sweptAt >= periodMs) {
      sweptAt = now;
      for (const [old, { notedAt, unnoted }] of notes) {
        if (unnoted === 0 && now - notedAt >= periodMs) notes.delete(old);
      }
    }
    const last = notes.get(key);
    if (last && now - last.notedAt < periodMs) {
      last.unnoted++;
      return undefined;
    }
    if (!last && notes.size >= keysRemembered) return undefined;
    notes.set(key, { notedAt: now, unnoted: 0 });
    return (last?.unnoted ?? 0) + 1;
  };
}
