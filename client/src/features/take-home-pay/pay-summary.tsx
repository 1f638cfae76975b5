import type { PayPeriod } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { formatAud, formatShare, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { ProvisionalNotes } from '#parts/calculator/provisional-notes.tsx';
import { periodTexts } from '#parts/calculator/pay-periods.ts';

interface PaySummaryProps {
  result: TakeHomePayResult;
  period: PayPeriod;
}

/** Net pay for the period of the form first, then the others and what more pay would leave. */
export function PaySummary({ result, period }: PaySummaryProps) {
  const { net_per, total_tax, average_rate_percent, marginal_rate_percent, next, income_year } = result;
  const otherPeriods = (Object.keys(periodTexts) as PayPeriod[]).filter((one) => one !== period);
  const lead: FigureEntry = [
    `Take-Home Pay a ${periodTexts[period]}`,
    formatAud(net_per[period]),
    `In ${income_year}, for an Australian resident with the full tax-free threshold. The tax of the year, not what your employer withholds each pay.`,
  ];
  const figures: FigureEntry[] = [
    ...otherPeriods.map((one): FigureEntry => [`A ${periodTexts[one]}`, formatAud(net_per[one])]),
    ['Tax of the Year', formatAud(total_tax)],
    ['Average Rate', average_rate_percent === null ? 'None' : formatShare(average_rate_percent)],
    ['Marginal Rate', formatShortRate(marginal_rate_percent), 'Of one more dollar of taxable income'],
    ...next.map(({ added, kept }): FigureEntry => [
      `Of the Next ${formatShortAud(added)} You Keep`,
      formatAud(kept),
    ]),
  ];
  const evidence = [result.standard_deduction, ...result.lines];
  const notes = evidence.flatMap((each) => each?.note ?? []);
  const cliff = next.find(({ kept }) => kept < 0);
  return (
    <>
      <Figures lead={lead} figures={figures} />
      <ProvisionalNotes notes={notes} />
      {cliff && (
        <Alert
          tone="warn"
          title={`A CLIFF: ${cliff.added === 1 ? 'a dollar' : formatShortAud(cliff.added)} more leaves ${formatAud(-cliff.kept)} less`}
        />
      )}
    </>
  );
}
