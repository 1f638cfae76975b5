import { expect, test } from 'vitest';
import { fieldText, figureText } from './change-texts.ts';

test.each([
  ['total_interest_paid', 'Total interest paid'],
  ['saved.interest', 'Saved, interest'],
  ['offers.0.keep.total_cost', 'Offers 1, keep, total cost'],
])('the field %s is named %s', (path, text) => {
  expect(fieldText(path)).toBe(text);
});

test.each([
  ['total_interest_paid', 7.5, '$7.50'],
  ['saved.periods', 1200, '1,200'],
  ['payoff_period', 360, '360'],
  ['comparison_rate_percent', 6.25, '6.25%'],
  ['payoff_date', '2026-11-23', '2026-11-23'],
  ['offers.0.term_trap', true, 'yes'],
  ['offers.0.term_trap', false, 'no'],
  ['payoff_date', null, 'none'],
])('%s of %s is %s', (path, figure, text) => {
  expect(figureText(path, figure)).toBe(text);
});
