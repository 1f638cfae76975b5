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
