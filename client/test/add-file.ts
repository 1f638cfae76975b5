import { screen } from '@testing-library/react';
import { exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import { choose, csv } from './loan-check.ts';
import { openScreen, respondWith } from './render-screen.tsx';

/** With a balance in each row. */
export const bankFile = (name: string, ...rows: string[]) =>
  csv(['Date,Description,Amount,Balance', ...rows].join('\n'), name);

export const transactions = [{ date: '2026-01-01', amount: -500, balance: 400_000 }];
/** Rows that follow those of the loan. */
export const first = [
  '15/02/2026,REPAYMENT,1000.00,-399000.00',
  '20/02/2026,TRANSFER OUT,-500.00,-399500.00',
];

/** The page of a loan, where a file is chosen that can be added. */
export async function openAndChoose(input: Partial<typeof exampleLoan.input> = {}) {
  respondWith({ getLoan: { loan: { ...exampleLoan, input: { transactions, ...input } }, figures } });
  await openScreen(`/loans/${exampleLoan.id}`);
  await screen.findByLabelText(/^Loan account/);
  choose(/^Loan account/, bankFile('first.csv', ...first));
}

/** The same, once the file is read. */
export async function openWithFirst(...[input]: Parameters<typeof openAndChoose>) {
  await openAndChoose(input);
  return screen.findByRole('button', { name: /^Add/ });
}

export const withoutBalance = (name: string, month = 11) =>
  csv(
    `Date,Description,Amount\n21/${month}/2025,SALARY,100.00\n22/${month}/2025,INTEREST CHARGED,-50.00\n`,
    name,
  );

/** Of an offset account, with a balance in each row. */
export const offsetFile = (name: string, balance: number, month = '01') =>
  bankFile(
    name,
    `15/${month}/2026,SALARY,100.00,${balance}.00`,
    `16/${month}/2026,SHOP,-50.00,${balance - 50}.00`,
  );

/** An offset account of the loan, with its balances in January 2026. */
export const accountOf = (...days: [day: number, balance: number][]) => ({
  balances: days.map(([day, balance]) => ({ date: `2026-01-${String(day).padStart(2, '0')}`, balance })),
});

/** The loan as it is after an addition. */
export const loanWith = (...offset_accounts: object[]) => ({
  loan: { ...exampleLoan, version: 2, input: { transactions, offset_accounts } },
  figures,
});
