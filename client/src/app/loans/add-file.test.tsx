import { screen } from '@testing-library/react';
import { exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import { beforeEach, expect, test } from 'vitest';
import { createGate, fakeApi } from '#test/fake-api.ts';
import { choose, csv, readAfter } from '#test/loan-check.ts';
import { openScreen, respondWith, signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const bankFile = (name: string, ...rows: string[]) =>
  csv(['Date,Description,Amount,Balance', ...rows].join('\n'), name);

test('nothing can be added while another file is being read', async () => {
  const transactions = [{ date: '2026-01-01', amount: -500, balance: 400_000 }];
  respondWith({ getLoan: { loan: { ...exampleLoan, input: { transactions } }, figures } });
  await openScreen(`/loans/${exampleLoan.id}`);
  await screen.findByLabelText(/^Loan account/);
  const first = ['15/02/2026,REPAYMENT,1000.00,-399000.00', '20/02/2026,TRANSFER OUT,-500.00,-399500.00'];
  choose(/^Loan account/, bankFile('first.csv', ...first));
  await screen.findByRole('button', { name: /^Add/ });
  const gate = createGate();
  const next = bankFile('next.csv', ...first, '25/02/2026,REPAYMENT,100.00,-399400.00');
  choose(/^Loan account/, readAfter(gate, next));
  await screen.findAllByText(/^Reading next\.csv/);
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  gate.open();
  expect(await screen.findByRole('button', { name: /^Add/ })).toBeInTheDocument();
  expect(screen.getAllByText('next.csv')).not.toEqual([]);
});
