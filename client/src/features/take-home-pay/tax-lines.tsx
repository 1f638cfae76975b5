import type { ReactNode } from 'react';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { LineSources } from '#parts/calculator/line-sources.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { deductionText, lineTexts } from './pay-terms.ts';

type TaxLine = TakeHomePayResult['lines'][number];
type TaxStep = TaxLine['steps'][number];

/** The deduction opens to its sources, and each line to its brackets, rates, parts and sources. */
export function TaxLines({ result }: { result: Pick<TakeHomePayResult, 'lines' | 'standard_deduction'> }) {
  const { lines, standard_deduction } = result;
  return (
    <Panel title="Line by Line">
      <div className="flex flex-col gap-2">
        {standard_deduction && (
          <OpenableLine
            title={deductionText}
            content={`${formatAud(standard_deduction.amount)} less taxable income`}
            tag={standard_deduction.provisional && 'PROVISIONAL'}
          >
            <LineSources {...standard_deduction} />
          </OpenableLine>
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
    <OpenableLine
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
        <LineSources note={line.note} sources={line.sources} />
      </div>
    </OpenableLine>
  );
}

interface OpenableLineProps {
  title: string;
  content: string;
  /** A warning beside the title. */
  tag: string | false;
  children: ReactNode;
}

/** One line is open at a time. */
function OpenableLine({ title, content, tag, children }: OpenableLineProps) {
  return (
    <details
      // The title of the panel has a line below it.
      className="border-t border-rule first-of-type:border-t-0 last-of-type:border-b"
      name="tax-lines"
    >
      <summary className="min-h-control font-semibold hover:bg-raised">
        <span className="min-w-0 wrap-anywhere">
          {title}
          <span className="font-normal text-strong"> · {content}</span>
        </span>
        {tag && <Tag tone="warn">{tag}</Tag>}
      </summary>
      <div className="pt-2 pb-5">{children}</div>
    </details>
  );
}

function bracketText({ over, up_to }: TaxStep): string {
  if (up_to === null) return `Over ${formatWholeAud(over)}`;
  return `${formatWholeAud(over)} to ${formatWholeAud(up_to)}`;
}

const rateText = ({ base, rate_percent }: TaxStep) =>
  base > 0 ? `${formatWholeAud(base)} + ${rate_percent}%` : `${rate_percent}%`;
