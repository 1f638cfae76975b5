import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { Figures } from '#parts/calculator/figures.tsx';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import { count } from 'contract/counts.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import type { StudyLoan } from './study-loan-calculation.ts';
import type { StudyLoanTerms } from './study-loan-terms.ts';

interface BothSidesProps {
  terms: StudyLoanTerms;
  result: StudyLoan;
}

/** How keeping the money and paying it early are valued on the day on which the loan would end without the payment. */
export function BothSides({ terms, result: { rows, unpaid, paying_early } }: BothSidesProps) {
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
