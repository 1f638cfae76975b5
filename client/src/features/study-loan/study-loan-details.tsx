import { count } from 'contract/counts.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { Figures } from '#parts/calculator/figures.tsx';
import { LineSources } from '#parts/calculator/line-sources.tsx';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Panel } from '#ui/layout/panel.tsx';
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

/** How keeping the money and paying it early are valued on the day on which the loan would end without the payment. */
function BothSides({ terms, result: { rows, unpaid, paying_early } }: StudyLoanDetailsProps) {
  const alternative = paying_early?.alternative;
  if (!alternative) return null;
  const { kind, tax_percent, keeping, paying } = alternative;
  const rate = Number(terms.alternative_rate);
  const taxedRate = (rate * (100 - tax_percent)) / 100;
  const years = unpaid.length - 1;
  const tax =
    kind === 'savings'
      ? ` The interest is taxed: ${formatShortRate(rate)} less ${formatShortRate(tax_percent)} of it.`
      : '';
  const freed = unpaid.flatMap(({ income_year, compulsory }, index) => {
    const withPayment = rows[index]?.compulsory ?? 0;
    const growth = (1 + taxedRate / 1_200) ** (12 * (years - index));
    const difference = compulsory - withPayment;
    return Math.abs(difference) < 0.005
      ? []
      : [{ head: income_year, figures: [compulsory, withPayment, difference, difference * growth] }];
  });
  return (
    <Disclosure title="To Pay or to Keep" defaultOpen={false} className="print:hidden">
      <div className="flex flex-col gap-5">
        <p className="text-sm">
          Both are what the money is worth at the end of {unpaid.at(-1)!.income_year}, when the loan would end
          without the payment.
        </p>
        <Figures
          figures={[
            [
              'If You Keep It',
              formatAud(keeping),
              `${formatAud(Number(terms.voluntary))} × (1 + ${formatShortRate(taxedRate)} ÷ 12)^${12 * years}, for ${count(years, 'year')} of interest each month.${tax}`,
            ],
            [
              'If You Pay It',
              formatAud(paying),
              'The repayments that you no longer make, each with the same interest from then on. The sum is rounded once.',
            ],
          ]}
        />
        <FigureTable
          caption="The repayments that a payment before 1 June saves"
          row="Income Year"
          labels={['Without It', 'With It', 'Saved', 'At the End']}
          rows={freed.map(({ head, figures }) => ({ head, figures: figures.map(formatAud) }))}
        />
      </div>
    </Disclosure>
  );
}
