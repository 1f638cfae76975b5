import { figureText, readFigure } from 'contract/quiz/figures.ts';
import { figureUnits } from 'contract/quiz/quiz.constants.ts';
import { assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answerable, judge } from './answers.ts';
import { scheduleCard } from './schedule-card.ts';

const number = (exact_answer: number, tolerance: number, unit: Answerable['unit'] = 'AUD'): Answerable => ({
  kind: 'number',
  choices: 0,
  answer: null,
  unit,
  tolerance,
  exact_answer,
});

const isRight = (question: Answerable, value: number | string) => judge(question, { value }).is_correct;

describe('a number', () => {
  it.each<[string, Answerable['unit'] & string, number]>([
    ['$2,997.75', 'AUD', 2997.75],
    ['2997.75', 'AUD', 2997.75],
    ['500k', 'AUD', 500_000],
    ['-$12', 'AUD', -12],
    ['\u22122.5%', 'percent', -2.5],
    ['6.19 % p.a.', 'percent', 6.19],
    ['30 years', 'years', 30],
    ['7.6', 'years', 7.6],
    ['2 years 6 months', 'years', 2.5],
    ['30 years', 'months', 360],
    ['18', 'months', 18],
    ['1,870', 'plain', 1870],
    ['1,500%', 'percent', 1500],
    ['1,500.5 per cent', 'percent', 1500.5],
    ['1,200 months', 'months', 1200],
    ['-1,000 years', 'years', -1000],
    ['1,000 years 6 months', 'months', 12_006],
    ['１，５００％', 'percent', 1500],
    ['\u200E1,500%', 'percent', 1500],
    ['1 500%', 'percent', 1500],
    ['1\u00A0200 months', 'months', 1200],
  ])('typed as %s in %s is %d', (typed, unit, expected) => {
    expect(readFigure(typed, unit)).toBe(expected);
  });

  it.each([
    ['', 'AUD'],
    ['about five', 'AUD'],
    ['5%', 'AUD'],
    ['$5', 'percent'],
    ['1,5', 'percent'],
    ['0,500', 'percent'],
    ['1,500,5', 'months'],
    ['1e5', 'plain'],
    ['Infinity', 'plain'],
    ['9'.repeat(30), 'plain'],
    ['--5', 'plain'],
  ] as const)('cannot be read from “%s” in %s', (typed, unit) => {
    expect(readFigure(typed, unit)).toHaveProperty('refusal');
    expect(() => judge(number(1, 0, unit), { value: typed })).toThrow('value: ');
  });

  it('is read as the page writes it, in every unit and of every size', () => {
    const value = double({ min: -1e9, max: 1e9, noNaN: true }).map((exact) => Number(exact.toFixed(2)) + 0);
    assert(
      property(value, constantFrom(...figureUnits), (figure, unit) => {
        expect(readFigure(figureText(figure, unit), unit)).toBe(figure);
      }),
      {
        examples: [
          [1_234.5, 'months'],
          [-1_000, 'years'],
          [1_000_000, 'percent'],
        ],
      },
    );
  });

  it('without a unit is not said to be dollars, if a percentage is typed', () => {
    expect(readFigure('5%', 'plain')).toEqual({ refusal: 'Write a plain number, not per cent.' });
    expect(readFigure('5%', 'AUD')).toEqual({ refusal: 'Dollars, not per cent.' });
  });

  it('is right at the edge of its tolerance, and wrong beyond it', () => {
    expect(isRight(number(10.125, 0.005), '10.13')).toBe(true);
    expect(isRight(number(10.125, 0.005), 10.12)).toBe(true);
    expect(isRight(number(10.125, 0.005), 10.131)).toBe(false);
    expect(isRight(number(1250 / 3, 0.005), '$416.67')).toBe(true);
    expect(isRight(number(1250 / 3, 0.005), '$416.66')).toBe(false);
    expect(isRight(number(360, 0, 'months'), '30 years')).toBe(true);
    expect(isRight(number(-2.5, 0.005, 'percent'), '2.5')).toBe(false);
  });

  it('is right as the page writes it, also without a tolerance', () => {
    expect(isRight(number(1 / 3, 0, 'plain'), '0.333333')).toBe(true);
    expect(isRight(number(1 / 3, 0, 'plain'), '0.33333')).toBe(false);
  });
});

const days = (dueAt: Date, at: Date) => (dueAt.getTime() - at.getTime()) / 86_400_000;

it('a right answer returns later than a wrong one, an easy one later still, and each one later than the last', () => {
  const first = new Date('2026-01-01T00:00:00Z');
  const answer = { state: null, at: first, seconds: 10, usualSeconds: 40 };
  const wrong = scheduleCard({ ...answer, isRight: false });
  const right = scheduleCard({ ...answer, isRight: true, seconds: 20 });
  const easy = scheduleCard({ ...answer, isRight: true });
  expect(days(wrong.dueAt, first)).toBe(1);
  expect(days(right.dueAt, first)).toBeGreaterThanOrEqual(2);
  expect(days(easy.dueAt, first)).toBeGreaterThan(days(right.dueAt, first));
  // Without enough answers, no time is usual.
  const unmeasured = scheduleCard({ ...answer, isRight: true, usualSeconds: null });
  expect(unmeasured.state).toMatchObject({ stability: right.state['stability'] });
  const again = scheduleCard({ ...answer, state: right.state, at: right.dueAt, isRight: true, seconds: 20 });
  expect(days(again.dueAt, right.dueAt)).toBeGreaterThan(days(right.dueAt, first));
  expect(again.state).toMatchObject({ reps: 2, lapses: 0 });
});
