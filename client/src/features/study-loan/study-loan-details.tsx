import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { LineSources } from '#parts/calculator/line-sources.tsx';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { BothSides } from './both-sides.tsx';
import { indexation, sourcesOf } from './indexation.ts';
import type { StudyLoan } from './study-loan-calculation.ts';
import type { StudyLoanTerms } from './study-loan-terms.ts';

interface StudyLoanDetailsProps {
  terms: StudyLoanTerms;
  result: StudyLoan;
}

export function StudyLoanDetails({ terms, result }: StudyLoanDetailsProps) {
  const { rows } = result;
  return (
    <>
      <BothSides terms={terms} result={result} />
      {rows.length > 1 && (
        <Panel title="What Is Owed">
          <ChartSvg
            className="h-[15rem]"
            label={`What is owed at the end of each income year, from ${formatAud(rows[0]!.closing)} to ${formatAud(rows.at(-1)!.closing)}`}
            figures={{
              kind: 'line',
              unit: 'AUD',
              labels: rows.map(({ income_year }) => income_year),
              series: [
                { name: 'Owed', color: 'accent', isFilled: true, values: rows.map(({ closing }) => closing) },
              ],
            }}
          />
        </Panel>
      )}
      <Panel title="Year by Year">
        <FigureTable
          caption="On 1 June the debt is indexed; the compulsory repayment follows after 30 June"
          row="Income Year"
          labels={['Owed', 'Paid Early', 'Indexation', 'Pay', 'Repayment', 'Left']}
          rows={rows.map((row) => ({
            head: row.projected ? `${row.income_year}, projected` : row.income_year,
            figures: [
              row.opening,
              row.voluntary,
              row.indexation,
              row.income,
              row.compulsory,
              row.closing,
            ].map(formatAud),
          }))}
        />
      </Panel>
      <Disclosure title="Indexation Until Today" defaultOpen={false} className="print:hidden">
        <p className="pb-3 text-sm">
          Since 2023 the law takes the lower of the rises of consumer prices and of wages. It is published
          each year; the <a href="/data">series of the data core</a> show both, as changes on the year.
        </p>
        <ul className="flex flex-col gap-3">
          {indexation.rates.toReversed().map((rate) => (
            <li key={rate.year}>
              <p className="tabular-nums">
                1 June {rate.year}: {rate.percent}%
                {rate.before_the_cap && (
                  <>
                    , in place of <s>{rate.before_the_cap}%</s>
                  </>
                )}
              </p>
              <LineSources sources={sourcesOf(rate)} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}
