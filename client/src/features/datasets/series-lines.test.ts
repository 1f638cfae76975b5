import { expect, it } from 'vitest';
import { lineOf } from './series-lines.ts';

it.each(['on change', 'monthly'] as const)(
  'a series (%s) that is not loaded yet is described by its title alone',
  (frequency) => {
    const facts = {
      title: 'Cash rate target',
      frequency,
      unit: 'per cent a year',
      decimals: null,
      last: '2026-10',
    };
    expect(lineOf(facts, []).text).toBe('Cash rate target');
  },
);
