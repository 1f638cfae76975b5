import { noAnswers } from 'engine/account-files/questions.ts';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createGate, fakeApi } from '#test/fake-api.ts';
import {
  caseFile,
  choose,
  csv,
  offsetOfThreeCharges,
  open,
  press,
  readAfter,
  twoRows,
} from '#test/loan-check.ts';
import { enter, field } from '#test/render-at.tsx';
import { loadCsvParser } from '#parts/files/csv-parser.ts';
import { lastChecks } from './last-check.ts';
import { sampleFiles, samplePreviousCharge } from './sample.ts';
import { checkAccount } from './statement-calculation.ts';
import { useAccountFiles } from './use-account-files.ts';

vi.mock('#parts/files/csv-parser.ts', { spy: true });
vi.mock('./statement-calculation.ts', { spy: true });
fakeApi();
beforeEach(() => lastChecks.clear());

test('a file that is slow to read keeps no answer, no removal and no other file waiting, and is read at last', async () => {
  open();
  choose(/^Loan account/, caseFile('d42-1.csv'), csv(twoRows, 'other.csv'));
  const savings = await screen.findByLabelText('Account 062-999 10203040');
  expect(savings).toHaveDisplayValue('Not used');
  const gate = createGate();
  choose(/^Offset account \(CSV/, readAfter(gate, csv('Date,Amount\n28/11/2023,-5.00\n', 'late.csv')));
  await screen.findAllByText(/^Reading late\.csv/);
  fireEvent.change(savings, { target: { value: 'offset' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove other.csv' }));
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'));
  expect(await screen.findByText(/^statement\.pdf: This is a PDF/)).toBeInTheDocument();
  expect(screen.getByText('1 offset account: A from 1 file.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'other.csv' })).toBeNull();
  choose(/^Loan account/, caseFile('d34-1.csv'));
  expect(await screen.findByRole('region', { name: 'd34-1.csv' })).toBeInTheDocument();
  expect(screen.getAllByText(/^Reading late\.csv/)).not.toEqual([]);
  expect(screen.queryByText(/^Reading d34/)).toBeNull();
  gate.open();
  expect(await screen.findByText('2 offset accounts: A from 1 file, B from 1 file.')).toBeInTheDocument();
  expect(screen.queryByText(/^Reading/)).toBeNull();
});

test('a check that is asked for right after a file was removed is of the other files', async () => {
  open();
  const { loan, offset } = sampleFiles();
  enter(/^Interest Was Last Charged On/, samplePreviousCharge);
  choose(/^Loan account/, loan);
  choose(/^Offset account/, offset);
  const remove = await screen.findByRole('button', { name: 'Remove sample-offset.csv' });
  // As where the device has not rendered the removal yet.
  act(() => {
    remove.click();
    press('Check');
  });
  expect(await screen.findByText('4 OF 14 CHARGES EXPLAINED, 10 NOT CHECKED')).toBeInTheDocument();
  expect(screen.queryByText('222 rows, offset account')).toBeNull();
});

test('days that are chosen right after an answer are those that are checked', async () => {
  open();
  choose(/^Loan account/, caseFile('d54-1.csv'));
  await screen.findAllByText(/^16 rows/);
  choose(/^Offset account/, offsetOfThreeCharges());
  await screen.findByText(/^Offset A, 7 rows from/);
  enter(/^Interest Was Last Charged On/, '2023-11-15');
  press('Check');
  const days = await screen.findByText('Check only 21 April 2024 to 15 July 2024');
  fireEvent.change(screen.getAllByLabelText(/^Kind of row/)[0]!, { target: { value: 'fee' } });
  fireEvent.click(days);
  expect(await screen.findAllByText(/^Only 21 April to 15 July 2024: /)).not.toEqual([]);
});

test('a check does not hide that a file was refused while it waited, and runs when it is asked for again', async () => {
  vi.mocked(checkAccount).mockClear();
  open();
  const { loan, offset } = sampleFiles();
  enter(/^Interest Was Last Charged On/, samplePreviousCharge);
  choose(/^Loan account/, loan);
  expect(await screen.findByRole('region', { name: 'sample-loan.csv' })).toBeInTheDocument();
  press('Check');
  expect(await screen.findByText('4 OF 14 CHARGES EXPLAINED, 10 NOT CHECKED')).toBeInTheDocument();
  press('Add a file');
  const gate = createGate();
  choose(/^Offset account \(CSV/, readAfter(gate, csv('%PDF-1.7', 'offset.pdf')));
  press('Check');
  gate.open();
  // As soon as the refusal is on the screen, before its effects.
  await waitFor(() => {
    expect(screen.getByText(/^offset\.pdf: This is a PDF/)).toBeVisible();
    choose(/^Offset account \(CSV/, offset);
  });
  expect(await screen.findByText(/^Offset A, 222 rows from/)).toBeVisible();
  press('Check');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  expect(checkAccount).toHaveBeenCalledTimes(2);
});

test('a file that is chosen while the sample is loaded is checked alone', async () => {
  open('#sample');
  choose(/^Loan account/, caseFile('d42-1.csv'));
  expect(await screen.findByRole('region', { name: 'd42-1.csv' })).toBeInTheDocument();
  expect(field(/^Interest Was Last Charged On/)).toHaveValue('');
  expect(screen.queryByRole('region', { name: 'sample-loan.csv' })).toBeNull();
});

test('a reload asks while the first file is read, and a file that is refused twice is named once', async () => {
  open();
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'));
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'));
  expect(await screen.findAllByText(/^statement\.pdf: This is a PDF/)).toHaveLength(1);
});

const fileOfMonth = (name: string, month: number, cents: number) =>
  csv(
    `Date,Description,Amount,Balance\n03/0${month}/2025,A,10.00,${cents}.00\n09/0${month}/2025,B,-10.00,${cents - 10}.00\n`,
    name,
  );

test.each([
  ['loan', 'One account'],
  ['loan', 'Two accounts'],
  ['offset', 'One account'],
  ['offset', 'Two accounts'],
] as const)(
  'what is answered about a file of the %s and the one before it, %s, is asked again where that one is removed',
  async (place, answer) => {
    open();
    choose(
      place === 'loan' ? /^Loan account/ : /^Offset account \(CSV/,
      fileOfMonth('one.csv', 1, 1_000),
      fileOfMonth('two.csv', 3, 5_000),
      fileOfMonth('three.csv', 5, 95_000),
    );
    expect(await screen.findByText(/^three\.csv does not join two\.csv: /)).toBeInTheDocument();
    for (const button of screen.getAllByText(answer)) fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText(answer)).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Remove two.csv' }));
    expect(await screen.findByText(/^three\.csv does not join one\.csv: /)).toBeInTheDocument();
  },
);

test('what is answered about a file goes with it', async () => {
  const { result } = renderHook(() => useAccountFiles());
  await act(() => result.current.add('loan', [caseFile('d42-1.csv')]));
  const { id } = result.current.loan[0]!;
  await act(() =>
    result.current.answer(() => ({
      files: new Map([[id, { isTurned: false }]]),
      belongs: new Map([[id, true]]),
      kinds: new Map([[`${id} 2`, 'fee']]),
      roles: new Map([[`${id} 062-999 10203040`, 'offset']]),
      account: '062-999 10203040',
    })),
  );
  await act(() => result.current.remove(id));
  await waitFor(() => expect(result.current.loan).toEqual([]));
  expect(result.current.answers).toEqual({ ...noAnswers, roles: new Map() });
});

test('a file whose reader could not be loaded is not called unreadable', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module');
  vi.mocked(loadCsvParser).mockRejectedValueOnce(failure);
  // Vite dispatches this event before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
  open();
  choose(/^Loan account/, caseFile('d42-1.csv'));
  expect(await screen.findByText(/^d42-1\.csv: What reads your files could not be loaded\./)).toBeVisible();
});
