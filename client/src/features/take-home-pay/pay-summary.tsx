import type { PayPeriod } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { formatAud, formatShare, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { periodTexts } from '#parts/calculator/pay-periods.ts';
import { amountOf, inCents, payParts, taxOf } from './pay-figures.ts';
import type { Pay } from './pay-calculation.ts';

interface PaySummaryProps {
  result: Pay;
  period: PayPeriod;
}

/** What stays of the raise, or without one the net pay for the period of the form. */
export function PaySummary({ result, period }: PaySummaryProps) {
  const { raised, next } = result;
  const cliff = next.find(({ kept }) => kept < 0);
  return (
    <>
      {raised ? (
        <RaiseFigures result={result} raised={raised} period={period} />
      ) : (
        <PayFigures result={result} period={period} />
      )}
      {cliff && (
        <Alert
          tone="warn"
          title={`A CLIFF: ${cliff.added === 1 ? 'a dollar' : formatShortAud(cliff.added)} more leaves ${formatAud(-cliff.kept)} less`}
        />
      )}
    </>
  );
}

function PayFigures({ result, period }: PaySummaryProps) {
  const { net_per, gross_income, salary_sacrifice, marginal_rate_percent, next, income_year } = result;
  const otherPeriods = (Object.keys(periodTexts) as PayPeriod[]).filter((one) => one !== period);
  const loan = amountOf(result, 'study_loan');
  const income = gross_income - salary_sacrifice;
  const lead: FigureEntry = [
    `Take-Home Pay a ${periodTexts[period]}`,
    formatAud(net_per[period]),
    `In ${income_year}, for an Australian resident with the full tax-free threshold. The tax of the year, not what your employer withholds each pay.`,
  ];
  const figures: FigureEntry[] = [
    ...otherPeriods.map((one): FigureEntry => [`A ${periodTexts[one]}`, formatAud(net_per[one])]),
    [
      'Tax of the Year',
      formatAud(taxOf(result)),
      loan > 0 ? `and ${formatAud(loan)} of the study loan, which is no tax` : undefined,
    ],
    ['Average Rate', income === 0 ? 'None' : formatShare((100 * taxOf(result)) / income), 'Of tax alone'],
    [
      'Marginal Rate',
      formatShortRate(marginal_rate_percent),
      `Of one more dollar of taxable income${loan > 0 ? ', with the study loan' : ''}`,
    ],
    ...next.map(({ added, kept }): FigureEntry => [
      `Of the Next ${formatShortAud(added)} You Keep`,
      formatAud(kept),
    ]),
  ];
  return <Figures lead={lead} figures={figures} />;
}

/** The words for a dollar's parts. */
const shortNames: Partial<Record<ReturnType<typeof payParts>[number]['key'], string>> = {
  income_tax: 'tax',
  medicare_levy: 'levy',
  study_loan: 'loan',
};

function RaiseFigures({ result, raised, period }: PaySummaryProps & { raised: TakeHomePayResult }) {
  const raise = inCents(raised.gross_income - result.gross_income);
  const stays = inCents(raised.net_income - result.net_income);
  const [change, theChange] = raise < 0 ? ['cut', 'With the Cut'] : ['raise', 'Of the Raise'];
  const cents = (amount: number) => Math.round((100 * amount) / raise);
  const where = payParts(result).flatMap(({ key, amount }) =>
    shortNames[key] ? [`${cents(amount)} ${shortNames[key]}`] : [],
  );
  const other = period === 'weekly' ? 'fortnightly' : 'weekly';
  const second = period === 'yearly' ? 'fortnightly' : 'yearly';
  const moreOf = (one: PayPeriod) => inCents(raised.net_per[one] - result.net_per[one]);
  const lead: FigureEntry =
    stays < 0
      ? [
          theChange,
          <span key="less" className="text-strong">
            <span className="text-md">You get</span> {formatAud(-stays)} <span className="text-md">less</span>
          </span>,
          `a year, with a ${change} of ${formatShortAud(Math.abs(raise))}.`,
        ]
      : [theChange, formatAud(stays), `of the ${formatShortAud(raise)} a year stays with you.`];
  return (
    <div className="[--figure-width:10rem]">
      <Figures
        lead={lead}
        figures={[
          [
            `A ${periodTexts[other]}`,
            formatAud(Math.abs(moreOf(other))),
            moreOf(other) < 0 ? 'less' : 'more',
          ],
          ...(raise > 0
            ? [['Of Each Dollar', `${cents(stays)} cents`, where.join(', ')] satisfies FigureEntry]
            : []),
          [
            `Take-Home Pay a ${periodTexts[period]}`,
            formatAud(raised.net_per[period]),
            `now ${formatAud(result.net_per[period])}`,
          ],
          [
            `A ${periodTexts[second]}`,
            formatAud(raised.net_per[second]),
            `now ${formatAud(result.net_per[second])}`,
          ],
        ]}
      />
    </div>
  );
}
