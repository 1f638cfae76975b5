import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from '#api/save-file.ts';
import { installFakeClock } from '#test/fake-clock.ts';
import { saveCsv } from './csv.ts';
import { currentRecord, withRecord } from './method-record.ts';
import { PaperNote } from './paper-note.tsx';

vi.mock(import('#api/save-file.ts'), async (original) => ({
  ...(await original()),
  saveFile: vi.fn<typeof saveFile>(),
}));

// The tests run in Sydney, where it is already 24 November.
beforeEach(() => void installFakeClock(Date.parse('2026-11-23T20:00:00Z')));

test('the name of a CSV contains the reader’s day', () => {
  saveCsv('savings.csv', '');
  expect(vi.mocked(saveFile).mock.lastCall?.[1]).toBe('savings-method-1-2026-11-24.csv');
});

test('a copied link contains the reader’s day', () => {
  const link = withRecord('https://example.org/finance/savings?deposit=5', currentRecord());
  expect(link).toMatch(/&on=2026-11-24$/);
});

test('a printed page names the reader’s day only', () => {
  const { container } = render(<PaperNote title="Savings" link="https://example.org/finance/savings" />);
  expect(container).toHaveTextContent('Savings, 24 Nov 2026');
  expect(container).toHaveTextContent('Method 1, 24 November 2026');
});
