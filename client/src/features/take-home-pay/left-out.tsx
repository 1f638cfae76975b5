import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import type { ReactNode } from 'react';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { formatWholeAud } from '#parts/format/format.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Panel } from '#ui/layout/panel.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import surcharges from '../../../../content/medicare-levy-surcharge.json';

interface FoldProps {
  title: string;
  children: ReactNode;
}

/** Closed at first, and open on paper. */
function Fold({ title, children }: FoldProps) {
  if (usePrinting()) return <Panel title={title}>{children}</Panel>;
  return (
    <Disclosure title={title} defaultOpen={false}>
      {children}
    </Disclosure>
  );
}

/** What is not certain about the lines that are marked as provisional. Equal notes are displayed once. */
export function ProvisionalFigures({ lines, standard_deduction }: TakeHomePayResult) {
  const notes = new Set([standard_deduction, ...lines].flatMap((each) => each?.note ?? []));
  if (notes.size === 0) return null;
  return (
    <Fold title="Provisional Figures">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        {[...notes].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Fold>
  );
}

/** What an assessment may contain besides these lines. */
export function LeftOut({ incomeYear }: { incomeYear: string }) {
  return (
    <Fold title="What Is Left Out">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        <li>{surchargeText(incomeYear)}</li>
        <li>Reductions for dependants: the levy starts at a higher income for families with a low income.</li>
        <li>
          Other offsets and deductions, such as those for seniors, private health insurance, gifts, or
          expenses of work above the standard deduction.
        </li>
      </ul>
    </Fold>
  );
}

const tiersByYear: Partial<Record<string, { singles: number[][]; families: number[][] }>> = surcharges.years;

function surchargeText(incomeYear: string): string {
  const { singles = [], families = [] } = tiersByYear[incomeYear] ?? {};
  if (singles.length === 0) {
    return `The Medicare levy surcharge of people without private hospital cover. Its tiers of ${incomeYear} are not published yet.`;
  }
  const tiers = singles.map(([from = 0, percent]) => `${percent}% above ${formatWholeAud(from - 1)}`);
  const [familyFrom = 0] = families[0] ?? [];
  return (
    `The Medicare levy surcharge. Without private hospital cover, a single person pays ${tiers.slice(0, -1).join(', ')} ` +
    `and ${tiers.at(-1)} in ${incomeYear}, on the whole income. For a family it starts above ` +
    `${formatWholeAud(familyFrom - 1)}, and $1,500 later for each child after the first.`
  );
}
