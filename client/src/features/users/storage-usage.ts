import { storageLimits } from 'contract/files.constants.ts';

interface Category {
  label: string;
  value: number;
}

/** The largest categories first, and the rest of them as one, Other, where there are more than are shown. */
export function shownCategories(breakdown: Readonly<Record<string, number>>): Category[] {
  const categories = Object.entries(breakdown)
    .map(([label, value]) => ({ label, value }))
    .toSorted((a, b) => b.value - a.value);
  const shown = categories.slice(0, storageLimits.shownCategories);
  const others = categories.slice(storageLimits.shownCategories);
  if (others.length === 0) return shown;
  return [...shown, { label: 'Other', value: others.reduce((sum, { value }) => sum + value, 0) }];
}

/** How full: the ring's colour, and the words that say the same. */
type Fullness = 'ok' | 'warn' | 'hot';

export function fullnessOf(percent: number): Fullness {
  if (percent < storageLimits.warnPercent) return 'ok';
  return percent < storageLimits.hotPercent ? 'warn' : 'hot';
}

/** What is used of what is allowed, in percent; over 100 where records that nobody holds back are more. */
export function percentOf(used: number, allowed: number): number {
  return allowed === 0 ? 100 : (100 * used) / allowed;
}
