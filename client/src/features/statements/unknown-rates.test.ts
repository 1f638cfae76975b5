import { expect, test } from 'vitest';
import { checkedCase } from '#test/checked-case.ts';
import { statusText } from './status-texts.ts';
import { openSentences } from './statement-texts.ts';

/** The rate of two charges of this case is unknown, between 6.14% and 6.64%. */
const between = checkedCase('C033');
const [firstUnknown, afterUnknown] = [4, 6];
const withRows = (start: number, end?: number) =>
  openSentences({ ...between, result: { ...between.result, rows: between.result.rows.slice(start, end) } });

test.each([
  ['before the first', withRows(firstUnknown), 'The first 2 charges are not explained by 6.64%.'],
  ['after the last', withRows(0, afterUnknown), 'The last 2 charges are not explained by 6.14%.'],
])('the rate %s that was found is not known, and no change of it is claimed', (_, sentences, sentence) => {
  expect(sentences[0]).toBe(`${sentence} Your rate, or your offset balance, may have been another.`);
  expect(sentences.join(' ')).not.toContain('Your rate changed');
});

test.each([
  ['after 20 May 2024: add its next file', { first: '2020-01-01', last: '2024-05-20' }],
  ['before 20 May 2024: add its file of that time', { first: '2024-05-20', last: '2034-05-20' }],
])(
  'charges outside of the days of an offset account say that its balance is not known %s',
  (text, offsetDays) => {
    const { result } = between;
    const rows = result.rows.slice(0, afterUnknown);
    const sentences = openSentences({
      ...between,
      offsetAccounts: 1,
      offsetDays,
      result: { ...result, rows },
    });
    expect(sentences[0]).toBe(
      `The last 2 charges are not explained by 6.14%. Your offset balance is not known ${text}.`,
    );
  },
);

test('a rate that no loan has is named as what the charge would need', () => {
  const { result } = between;
  const rows = result.rows
    .slice(0, afterUnknown)
    .map((row) => (row.reason === 'rate_unknown' ? { ...row, fitting_rate: 12.28 } : row));
  expect(openSentences({ ...between, result: { ...result, rows } })[0]).toBe(
    'The last 2 charges are not explained by 6.14%. The rate would have to be 12.28%, so ask your bank.',
  );
});

test('each gap between two rates that were found has a sentence of its own', () => {
  const { rows } = between.result;
  const gap = rows.slice(firstUnknown, afterUnknown);
  const later = gap.map((row) => ({ ...row, from: '2025-03-15', date: '2025-04-15' }));
  const sentences = openSentences({
    ...between,
    result: {
      ...between.result,
      rows: [...rows, ...later, { ...rows.at(-1)!, annual_interest_rate: 6.89 }],
    },
  });
  expect(sentences.filter((sentence) => sentence.startsWith('Your rate changed'))).toEqual([
    expect.stringContaining('between 15 May 2024 and 15 July 2024'),
    expect.stringContaining('between 15 March 2025 and 15 April 2025'),
  ]);
});

test('charges between others of the same rate have one sentence where it says the same of each', () => {
  const { rows } = checkedCase('C002').result;
  const withGaps = (gaps: readonly number[], fitting_rate: number | null) =>
    openSentences({
      ...between,
      result: {
        ...between.result,
        rows: rows.map((row, index) =>
          gaps.includes(index)
            ? {
                ...row,
                status: 'not_checked',
                reason: 'rate_unknown',
                annual_interest_rate: null,
                fitting_rate,
              }
            : row,
        ),
      },
    }).filter((sentence) => sentence.includes('not explained'));
  expect(withGaps([2, 4, 6], null)).toEqual([
    'The 3 charges on 15 April 2024, 15 June 2024, and 15 August 2024 are not explained by 6.14%. Your rate, or your offset balance, may have been another on some of their days.',
  ]);
  expect(withGaps([2, 4, 6], 6.5)).toEqual([
    'The 3 charges on 15 April 2024, 15 June 2024, and 15 August 2024 are not explained by 6.14%. Your rate, or your offset balance, may have been another. 6.5% would explain them.',
  ]);
  expect(withGaps([2], null)).toEqual([
    'The charge on 15 April 2024 is not explained by 6.14%. Your rate, or your offset balance, may have been another on some of its days.',
  ]);
});

test('a charge without a rate that a correction follows is no sign of another rate', () => {
  const rows = between.result.rows
    .slice(0, afterUnknown)
    .map((row) => (row.reason === 'rate_unknown' ? { ...row, adjustment: -1632.34 } : row));
  const sentences = openSentences({ ...between, result: { ...between.result, rows } });
  expect(sentences.join(' ')).not.toContain('Your rate');
  expect(sentences.filter((each) => each.includes('a correction follows'))).toHaveLength(2);
  const unknown = rows.filter(({ reason }) => reason === 'rate_unknown');
  expect(unknown.map(statusText)).toEqual(unknown.map(() => 'Not checked: a correction follows'));
});

test('the status of a charge that is not proven is true of each reason that its sentence has', () => {
  const row = { ...between.result.rows[0]!, status: 'not_checked' as const, reason: null, difference: null };
  expect(statusText(row)).toBe('Not checked: not proven');
});
