import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { accusations, filesFor, filesOf } from './account-answers.ts';
import { typedWith } from './account-rows.ts';
import { accountsOf, type FileForm, fileForms, rightLoans, writeFiles } from './right-loans.ts';

/** Without faults. */
const whole: FileForm = {
  date: 'iso',
  amount: 'signed',
  hasBalances: true,
  hasHeader: true,
  isNewestFirst: false,
  cut: null,
  isReversed: false,
  lost: [],
  damaged: null,
};

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
    { numRuns: 20 },
  );
});

it('a right loan is never accused where the rows between two of its files, which come to nothing, are in neither', () => {
  assert(
    property(rightLoans, integer({ min: 2, max: 5 }), (loan, month) => {
      const redraw = { month, day: 22, cents: 2_000_000, text: 'REDRAW' } as const;
      const back = { month, day: 25, cents: -2_000_000, text: 'EXTRA' } as const;
      const { rows, previous } = accountsOf({
        ...loan,
        months: 8,
        moves: [redraw, back],
        offsetOpening: null,
      });
      const at = rows.findIndex(({ text }) => text === redraw.text);
      const files = [rows.slice(0, at), rows.slice(at + 2)].flatMap((part) => writeFiles(part, whole, true));
      expect(accusations(filesFor(files, [], { ...typedWith(), previousChargeDate: previous }))).toEqual([]);
    }),
    { numRuns: 10 },
  );
});
