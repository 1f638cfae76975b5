import { openCounts } from 'engine/statements/supported-result.ts';
import type { Checked } from './statement-inputs.ts';

/** The figure of a check that stays in view on a phone. */
export function barFigure({ result, part }: Pick<Checked, 'result' | 'part'>) {
  const { totals } = result;
  const charges = part?.charges ?? totals.charges;
  const { without } = openCounts(result);
  if (totals.differing > 0) return ['Charges that differ', `${totals.differing} of ${charges}`] as const;
  return without > totals.explained
    ? (['As without the offset account', `${without} of ${charges}`] as const)
    : (['Charges explained', `${totals.explained} of ${charges}`] as const);
}
