import { formatWholeAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { TaxYear } from './pay-terms.ts';

/** What an assessment may contain besides these lines. */
export function LeftOut({ year }: { year: TaxYear | undefined }) {
  return (
    <Panel title="What Is Left Out">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        {year && <li>{surchargeText(year)}</li>}
        <li>Reductions for dependants: the levy starts at a higher income for families with a low income.</li>
        <li>
          Other offsets and deductions, such as those for seniors, private health insurance, gifts, or
          expenses of work above the standard deduction.
        </li>
      </ul>
    </Panel>
  );
}

function surchargeText({ income_year, surcharge }: TaxYear): string {
  const tiers = surcharge.singles.map(({ from, percent }) => `${percent}% above ${formatWholeAud(from - 1)}`);
  const [family] = surcharge.families;
  return (
    `The Medicare levy surcharge. Without private hospital cover, a single person pays ${tiers.slice(0, -1).join(', ')} ` +
    `and ${tiers.at(-1)} in ${income_year}, on the whole income. For a family it starts above ` +
    `${formatWholeAud((family?.from ?? 1) - 1)}, and $1,500 later for each child after the first.`
  );
}
