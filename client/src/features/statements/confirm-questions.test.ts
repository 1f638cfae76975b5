import { noAnswers } from 'engine/account-files/questions.ts';
import { expect, test } from 'vitest';
import { rowQuestions } from './confirm-questions.ts';
import { readFiles } from './read-files.ts';

const nothingTyped = {
  previousChargeDate: null,
  openingCents: null,
  closingCents: null,
  offsetOpeningCents: new Map(),
};
const rowName = ({ number }: { number: number }) => `Row ${number}`;

test('the question whether a row is interest says on which side and day it is, and for how many rows the answer is used', async () => {
  const charges = [1, 2, 3, 4].map((month) => `20/0${month}/2026,INTEREST CHARGED,-50${month}.00`);
  const cards = [5, 6, 7].map((day) => `0${day}/04/2026,INTEREST ON CARD,-500.00`);
  const text = [
    'Date,Description,Amount',
    ...charges,
    ...cards,
    '08/04/2026,INTEREST ADJUSTMENT,612.34',
  ].join('\n');
  const reading = await readFiles(
    { loan: [{ id: 'loan', name: 'loan.csv', text }], offset: [], answers: noAnswers },
    nothingTyped,
  );
  expect(rowQuestions({ reading, rowName }).map((question) => question.text)).toEqual([
    'Row 6, “INTEREST ON CARD”, $500.00: is it interest your bank charged on this loan? Your answer is used for 3 rows with this text.',
    'Row 9, “INTEREST ADJUSTMENT”, $612.34 less owed on 8 April 2026: is it interest your bank gave back on this loan?',
  ]);
});

test('an answer counts for the rows that were read: with another row the same question has another key', async () => {
  const text = [
    'Transaction Date,Posted Date,Description,Amount,Balance',
    '20/01/2026,21/01/2026,INTEREST CHARGED,-500.00,-100500.00',
    '20/02/2026,20/02/2026,INTEREST CHARGED,-500.00,-101000.00',
    '20/03/2026,20/03/2026,INTEREST CHARGED,-500.00,-101500.00',
  ].join('\n');
  const keys = await Promise.all(
    [text, text, `${text}\n21/03/2026,21/03/2026,REPAYMENT,400.00,-101100.00`].map(async (each) => {
      const reading = await readFiles(
        { loan: [{ id: 'loan', name: 'loan.csv', text: each }], offset: [], answers: noAnswers },
        nothingTyped,
      );
      return rowQuestions({ reading, rowName }).map(({ key }) => key);
    }),
  );
  expect(keys[0]).toHaveLength(1);
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toHaveLength(1);
  expect(keys[2]).not.toEqual(keys[0]);
});
