import { describe, expect, test } from 'vitest';
import { bankFileOf, faultsByRow, readBankFile } from '../import/bank-file.ts';
import { draftOfRow } from '../import/row-draft.ts';
import { contentOf, emptyDraft, withoutChoice } from './question-draft.ts';

describe('the draft of a question', () => {
  test.each([
    [
      ['1', '2', '', ''],
      ['1', '2'],
    ],
    [
      ['1', '', '3', ' '],
      ['1', '', '3'],
    ],
    [
      ['', '', '', ''],
      ['', ''],
    ],
  ])('of the choices %j sends %j', (choices, sent) => {
    expect(contentOf({ ...emptyDraft, choices })).toMatchObject({ choices: sent });
  });

  test.each([
    [0, 2, 1],
    [2, 2, null],
    [3, 2, 2],
    [0, null, null],
  ])('without choice %i has for the answer %j the answer %j', (index, answer, left) => {
    const draft = { ...emptyDraft, choices: ['a', 'b', 'c', 'd'], answer };
    expect(withoutChoice(draft, index)).toMatchObject({ answer: left });
  });
});

describe('the draft of a number', () => {
  const draft = {
    ...emptyDraft,
    kind: 'number' as const,
    tolerance: ' 0.5 ',
    variables: [{ name: ' a ', from: '$1,000', to: '2.5', step: 'x', unit: 'AUD' as const }],
  };

  test('sends numbers, and texts that are none as they are', () => {
    expect(contentOf({ ...draft, solution: { ...draft.solution, expression: 'a * 2' } })).toMatchObject({
      kind: 'number',
      tolerance: 0.5,
      solution: { expression: 'a * 2' },
      variables: [{ name: 'a', from: 1000, to: 2.5, step: 'x', unit: 'AUD' }],
    });
  });

  test.each([
    [{ kind: 'value', value: '12.5' }, { value: 12.5 }],
    [
      { kind: 'calculation', input: '{"a": 1}', field: 'x' },
      { calculation: 'loan', input: { a: 1 }, field: 'x' },
    ],
    [
      { kind: 'calculation', input: '{a' },
      { calculation: 'loan', input: '{a', field: '' },
    ],
  ] as const)('with the solution %j sends %j', (solution, sent) => {
    const content = contentOf({ ...draft, solution: { ...draft.solution, ...solution } });
    expect(content).toMatchObject({ solution: sent });
    expect(content).not.toHaveProperty('choices');
  });
});

describe('the file of a question bank', () => {
  test('is read as JSON or CSV with the numbers of its rows, and a row with too many cells is invalid', async () => {
    const contents = [{ text: 'What?' }, 7];
    const rows = contents.map((content, index) => ({ number: index + 1, content }));
    expect(await readBankFile(bankFileOf(rows))).toEqual(rows);
    const head = 'text,choice_1,choice_2,answer,explanation,category,difficulty,status,source';
    for (const mark of ['', '\uFEFF']) {
      const question = 'What?,a,b,1,Why.,Sums,1,draft,Book';
      const lines = [`${mark}${head}`, question, ',,,', 'What?,a', `${question},`, `${question},more`];
      expect(await readBankFile(new Blob([lines.join('\n')]))).toMatchObject([
        { number: 1, content: { text: 'What?', category: 'Sums' } },
        { number: 2, content: { text: 'What?', category: '' } },
        { number: 3, content: expect.not.objectContaining({ columns: expect.anything() }) },
        { number: 4, content: { text: 'What?', columns: 10 } },
      ]);
      expect(await readBankFile(new Blob([mark, JSON.stringify(contents)]))).toEqual(rows);
    }
  });

  test.each(['{"questions": []}', '[{"text": ', 'no,header\n1,2\n'])('%j cannot be read', async (text) => {
    expect(await readBankFile(new Blob([text]))).toEqual([]);
  });

  test('has its errors by row, and those of the whole file without a row', () => {
    const details = { 'row 2: text': ['Too', 'long.'], 'row 2: answer': ['None.'], file: ['Empty.'] };
    expect([...faultsByRow(details, (row) => row + 5)]).toEqual([
      [
        7,
        [
          { field: 'text', reason: 'Too long.' },
          { field: 'answer', reason: 'None.' },
        ],
      ],
    ]);
  });

  test.each([
    [7, emptyDraft],
    [
      { text: 7, answer: 1, choices: ['a', 3], difficulty: 9 },
      { text: '7', choices: ['a', '', '', ''] },
    ],
    [
      { answer: 1, choices: ['a', 'b'], difficulty: '2', status: 'published' },
      { answer: 1, difficulty: '2' },
    ],
  ])('of the faulty row %j keeps what can be used', (row, kept) => {
    expect(draftOfRow({ number: 1, content: row })).toMatchObject(kept);
  });
});
