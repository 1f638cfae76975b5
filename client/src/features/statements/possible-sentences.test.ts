import { expect, test } from 'vitest';
import { checkedCase } from '#test/checked-case.ts';
import { possibleSentences } from './possible-sentences.ts';

/** The first charges, each too much by $350.00, which a row of its own on one day gave back. */
function givenBack(charges: number): string[] {
  const { result, possible } = checkedCase('C002');
  const rows = result.rows.slice(0, charges).map((row) => ({
    ...row,
    status: 'not_checked' as const,
    difference: 350,
    cause: null,
  }));
  for (let index = 0; index < charges; index++)
    possible.set(index, {
      ignored: null,
      refund: [{ date: '2025-04-16', cents: -35_000, isOffset: false }],
      hasRows: false,
      hasOffset: false,
      hasLateRepayment: false,
    });
  return possibleSentences(rows, possible);
}

test('equal rows of one day that gave back charges are named as many times as there are', () => {
  expect(givenBack(4)).toHaveLength(4);
  for (const sentence of givenBack(4))
    expect(sentence).toMatch(
      /^The charge on .* is \$350\.00 more than expected\. It may have been given back by \$350\.00 on 16 April 2025\./,
    );
  expect(givenBack(6)).toEqual([
    expect.stringMatching(
      /^The 6 charges from .* are \$2,100\.00 more than expected in all\. They may have been given back by 6 rows on 16 April 2025, \$2,100\.00 in all\./,
    ),
  ]);
});
