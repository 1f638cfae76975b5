import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { lineTexts } from './line-texts.ts';

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
        <Table caption={`How ${title.toLowerCase()} is computed`}>
          <FigureHead row="Bracket" figures={['Rate', 'Part', 'Amount']} />
          <tbody>
            {steps.map((step) => (
              <tr key={step.over}>
                <HeaderCell scope="row">{bracketText(step)}</HeaderCell>
                <Cell numeric>
                  {step.base > 0 && `${formatWholeAud(step.base)} + `}
                  {step.rate_percent}%
                </Cell>
                <Cell numeric>{formatAud(step.part)}</Cell>
                <Cell numeric>{formatAud(step.amount)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
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
