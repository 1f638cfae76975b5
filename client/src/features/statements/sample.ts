/** A statement to try the check with, as the files of a bank. */
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import sample from '../../../../content/sample-statement.json';
import { centsText, csvText } from '#parts/calculator/csv.ts';

export const samplePreviousCharge = sample.previous_charge_date;

const descriptions = { interest: 'INTEREST CHARGED', fee: 'SERVICE FEE', other: 'REPAYMENT' } as const;
const dayFirst = (date: string) => date.split('-').toReversed().join('/');
const fileOf = (name: string, text: string) => new File([text], name, { type: 'text/csv' });

export function sampleFiles(): { loan: File; offset: File } {
  const loan = sample.transactions.map(({ date, amount, kind = 'other', balance }) => [
    dayFirst(date),
    amount > 0 && kind === 'other' ? 'REDRAW' : descriptions[kind as keyof typeof descriptions],
    amount > 0 ? centsText(amount) : '',
    amount < 0 ? centsText(-amount) : '',
    centsText(balance),
  ]);
  const offset = sample.offset_balances.map(({ date, balance }, index) => {
    const change = balance - (sample.offset_balances[index - 1]?.balance ?? 0);
    return [
      dayFirst(date),
      change < 0 ? 'CARD PURCHASE' : 'TRANSFER',
      change < 0 ? centsText(-change) : '',
      change < 0 ? '' : centsText(change),
      centsText(balance),
    ];
  });
  const header = ['Date', 'Description', 'Debit', 'Credit', 'Balance'];
  return {
    loan: fileOf('sample-loan.csv', csvText(header, loan)),
    offset: fileOf('sample-offset.csv', csvText(header, offset)),
  };
}
