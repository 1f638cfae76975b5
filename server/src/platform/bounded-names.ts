/** Whether an object or list, or one within it, has more than `max` names at one level. Lists count as no names. */
export function hasTooManyNames(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isList = Array.isArray(value);
  let names = 0;
  for (const name in value) {
    if (!isList && ++names > max) return true;
    if (hasTooManyNames((value as Record<string, unknown>)[name], max)) return true;
  }
  return false;
}
