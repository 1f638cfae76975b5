import { formatWholeAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import surcharges from '../../../../content/medicare-levy-surcharge.json';

/** What an assessment may contain besides these lines. */
export function LeftOut({ incomeYear }: { incomeYear: string }) {
  return (
    <Panel title="What Is Left Out">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        <li>{surchargeText(incomeYear)}</li>
        <li>Reductions for dependants: the levy starts at a higher income for families with a low income.</li>
        <li>
          Other offsets and deductions, such as those for seniors, private health insurance, gifts, or
          expenses of work above the standard deduction.
        </li>
      </ul>
    </Panel>
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
