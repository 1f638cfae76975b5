import { assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { accusations, filesOf } from './account-answers.ts';
import { accountsOf, fileForms, rightLoans, writeFiles } from './right-loans.ts';

it('a right loan is never accused, under no answer to any question, whatever its files lack', () => {
  assert(
    property(rightLoans, fileForms, fileForms, (loan, form, offsetForm) => {
      const { rows, offset, previous } = accountsOf(loan);
      const typed = {
        previousChargeDate: previous,
        openingCents: form.hasBalances ? null : loan.opening,
        closingCents: null,
        offsetOpeningCents: new Map(
          ['offset0', 'offset1'].map((file) => [file, loan.offsetOpening ?? 0] as const),
        ),
      };
      const offsets =
        loan.offsetOpening === null || offset.length === 0
          ? []
          : filesOf('offset', writeFiles(offset, offsetForm, false));
      expect(
        accusations({ loan: filesOf('loan', writeFiles(rows, form, true)), offset: offsets, typed }),
      ).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
