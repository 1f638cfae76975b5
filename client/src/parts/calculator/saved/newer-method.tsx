import type { Calculation } from 'contract/calculations/calculations.ts';
import { calculationMethod } from 'contract/calculations/method.ts';
import { Button } from '#ui/controls/button.tsx';

/** Whether the server computed the figures with rules that this page, from before an upgrade, does not have. */
export const hasNewerMethod = ({ method }: Pick<Calculation, 'method'>): boolean =>
  method > calculationMethod;

export const newerMethodTitle = 'RELOAD THIS PAGE';

export const newerMethodText =
  'The calculation rules have changed since this page was loaded. The saved figures follow the new rules, and may ' +
  'differ from those that this page calculates.';

export function ReloadPageButton() {
  return (
    <Button variant="primary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
}
