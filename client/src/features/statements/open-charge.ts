import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import { flushSync } from 'react-dom';

export const chargeId = ({ row }: Pick<Charge, 'row'>) => `charge-${row}`;
/** Of the row that stands for all charges that are explained. */
export const explainedId = 'charges-explained';

/** Opens a charge in the table, and moves there. */
export function openCharge(charge: Charge): void {
  const find = () => document.getElementById(chargeId(charge));
  if (!find()) flushSync(() => open(explainedId));
  flushSync(() => open(chargeId(charge)));
  const row = find();
  row?.querySelector('button')?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'center' });
}

const open = (id: string) =>
  document.getElementById(id)?.querySelector<HTMLElement>('[aria-expanded=false]')?.click();
