import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { deductionText, lineTexts } from './pay-terms.ts';

type TaxLine = TakeHomePayResult['lines'][number];
type Evidence = Pick<TaxLine, 'provisional' | 'note' | 'sources'>;
type TaxStep = TaxLine['steps'][number];

/** The deduction opens to its sources, and each line to its brackets, rates, parts and sources. */
export function TaxLines({ result }: { result: Pick<TakeHomePayResult, 'lines' | 'standard_deduction'> }) {
  const { lines, standard_deduction } = result;
  return (
    <Panel title="Line by Line">
      <div className="flex flex-col gap-2">
        {standard_deduction && (
          <OptionRow
            group="tax-lines"
            title={deductionText}
            content={`${formatAud(standard_deduction.amount)} less taxable income`}
            tag={standard_deduction.provisional && 'PROVISIONAL'}
          >
            <LineEvidence evidence={standard_deduction} />
          </OptionRow>
        )}
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </div>
    </Panel>
  );
}

function Line({ line }: { line: TaxLine }) {
  const { key, amount, steps, provisional } = line;
  const title = lineTexts[key];
  return (
    <OptionRow
      group="tax-lines"
      title={title}
      content={formatAud(amount)}
      tag={provisional && 'PROVISIONAL: AS ENACTED, USUALLY RAISED LATER'}
    >
      <div className="flex flex-col gap-3">
        <FigureTable
          caption={`How ${title.toLowerCase()} is computed`}
          row="Bracket"
          labels={['Rate', 'Part', 'Amount']}
          rows={steps.map((step) => ({
            head: bracketText(step),
            figures: [rateText(step), formatAud(step.part), formatAud(step.amount)],
          }))}
        />
        <LineEvidence evidence={line} />
      </div>
    </OptionRow>
  );
}

function LineEvidence({ evidence: { note, sources } }: { evidence: Evidence }) {
  return (
    <>
      {note && <p className="text-sm">{note}</p>}
      <ul className="text-sm text-muted">
        {sources.map(({ name, url, seen }) => (
          <li key={url}>
            Source: <a href={url}>{name}</a>, read on {seen}
          </li>
        ))}
      </ul>
    </>
  );
}

function bracketText({ over, up_to }: TaxStep): string {
  if (up_to === null) return `Over ${formatWholeAud(over)}`;
  return `${formatWholeAud(over)} to ${formatWholeAud(up_to)}`;
}

const rateText = ({ base, rate_percent }: TaxStep) =>
  base > 0 ? `${formatWholeAud(base)} + ${rate_percent}%` : `${rate_percent}%`;
