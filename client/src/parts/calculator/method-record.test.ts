import { calculationMethod } from 'contract/calculations/method.ts';
import { expect, test } from 'vitest';
import { localDate } from './local-date.ts';
import { currentRecord, readRecord, recordText, withRecord } from './method-record.ts';

const record = { method: 3, on: '2026-11-23' };

test.each([
  ['https://example.org/finance/savings?deposit=5', '#method=3&on=2026-11-23'],
  ['https://example.org/finance/loan-calculator?amount=5#what-if&extra=2:3', '&method=3&on=2026-11-23'],
])('the fragment of %s ends with exactly one record', (link, end) => {
  expect(withRecord(link, record)).toBe(link + end);
  expect(withRecord(withRecord(link, { method: 1, on: '2020-01-01' }), record)).toBe(link + end);
  expect(readRecord(link + end)).toEqual({ rest: link, record });
});

test.each([
  '#method=1',
  '#method=x&on=2026-11-23',
  '#method=1&on=2026-13-45',
  '#method=1&on=2026-11-23&extra=2',
  '',
])('reads no record from %j', (fragment) => {
  expect(readRecord(fragment)).toEqual({ rest: fragment, record: undefined });
});

test('the text of a record names the method and the day', () => {
  expect(recordText(record)).toBe('Method 3, 23 November 2026');
  expect(currentRecord()).toEqual({ method: calculationMethod, on: localDate(new Date()) });
});
