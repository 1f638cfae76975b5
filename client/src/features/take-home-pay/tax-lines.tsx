import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { lineTexts } from './pay-terms.ts';

type TaxLine = TakeHomePayResult['lines'][number];
type TaxStep = TaxLine['steps'][number];

/** Each line opens to its brackets, rates, parts and sources. */
export function TaxLines({ lines }: { lines: readonly TaxLine[] }) {
  return (
    <Panel title="Line by Line">
      <div className="flex flex-col gap-2">
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </div>
    </Panel>
  );
}

function Line({ line: { key, amount, steps, provisional, sources } }: { line: TaxLine }) {
  const title = lineTexts[key];
  return (
    <OptionRow group="tax-lines" title={title} content={formatAud(amount)}>
      <div className="flex flex-col gap-3">
        {provisional && <Tag tone="warn">PROVISIONAL: AS ENACTED, USUALLY RAISED LATER</Tag>}
        <FigureTable
          caption={`How ${title.toLowerCase()} is computed`}
          row="Bracket"
          labels={['Rate', 'Part', 'Amount']}
          rows={steps.map((step) => ({
            head: bracketText(step),
            figures: [rateText(step), formatAud(step.part), formatAud(step.amount)],
          }))}
        />
        <ul className="text-sm text-muted">
          {sources.map(({ name, url, seen }) => (
            <li key={url}>
              Source: <a href={url}>{name}</a>, read on {seen}
            </li>
          ))}
        </ul>
      </div>
    </OptionRow>
  );
}

function bracketText({ over, up_to }: TaxStep): string {
  if (up_to === null) return `Over ${formatWholeAud(over)}`;
  return `${formatWholeAud(over)} to ${formatWholeAud(up_to)}`;
}

const rateText = ({ base, rate_percent }: TaxStep) =>
  base > 0 ? `${formatWholeAud(base)} + ${rate_percent}%` : `${rate_percent}%`;
