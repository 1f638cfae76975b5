import { readFileSync } from 'node:fs';
import { noAnswers } from 'engine/account-files/questions.ts';
import { expect, test } from 'vitest';
import { caseFolder } from '#test/loan-check.ts';
import { readFiles } from './read-files.ts';
import { checkAccount } from './statement-calculation.ts';
import { inputsOf } from './statement-inputs.ts';

const textOf = (name: string) => readFileSync(`${caseFolder}/${name}`, 'utf8').trimEnd();

test('what an offset account holds after the last row of the loan goes to the loan that is followed', async () => {
  const files = {
    loan: [{ id: 'loan1', name: 'loan.csv', text: textOf('d31-1.csv') }],
    offset: [
      {
        id: 'offset1',
        name: 'offset.csv',
        text: `${textOf('d31-2.csv')}\n25/03/2025,SALARY,,100.00,60826.93`,
      },
    ],
    answers: noAnswers,
  };
  const none = { previousChargeDate: null, openingCents: null, closingCents: null };
  const reading = await readFiles(files, { ...none, offsetOpeningCents: new Map() });
  const accounts = {
    ...files,
    confirmed: new Set<string>(),
    range: null,
    reading,
    revision: 1,
    saved: undefined,
  };
  const inputs = { ...inputsOf(), previous_charge_date: '2024-07-20' };
  const { followed } = await checkAccount({ inputs, accounts }, new AbortController().signal);
  expect(followed?.offset_accounts?.[0]?.balances.slice(-2)).toEqual([
    { date: '2025-02-23', balance: 60_726.93 },
    { date: '2025-03-25', balance: 60_826.93 },
  ]);
});
