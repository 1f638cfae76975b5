import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '#test/render-at.tsx';
import { isRightlyAnswered } from './answer.ts';
import { ReadAgain } from './attempt-screen.tsx';

test('a category named like a property of every object has no guide to read', () => {
  const question = {
    id: '01930a4e-7c00-7000-8000-000000000012',
    kind: 'choice' as const,
    unit: null,
    tolerance: null,
    correct: false,
    calculation: null,
    text: 'What does a constructor make?',
    choices: ['A loan', 'An object'],
    category_name: 'constructor',
    difficulty: 1,
    chosen: 0,
    answer: 1,
    explanation: null,
  };
  renderAt('/training', () => <ReadAgain questions={[question]} />);
  expect(screen.getByRole('region', { name: 'constructor' })).toHaveTextContent('An object');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('a number is displayed as it is written, with a link to the calculator with the same figures', () => {
  const question = {
    id: '01930a4e-7c00-7000-8000-000000000012',
    kind: 'number' as const,
    text: 'How much is each payment?',
    choices: [],
    unit: 'AUD' as const,
    tolerance: 0.005,
    category_name: 'Loans',
    difficulty: 1,
    chosen: 3000,
    answer: 2997.75,
    correct: false,
    explanation: 'The annuity formula.',
    calculation: {
      kind: 'loan' as const,
      input: { total_loan_amount: 500_000, duration_months: 360, annual_interest_rate: 6 },
    },
  };
  renderAt('/training', () => <ReadAgain questions={[question]} />);
  const section = screen.getByRole('region', { name: 'Loans' });
  expect(section).toHaveTextContent('You wrote $3,000');
  expect(section).toHaveTextContent('Right is $2,997.75');
  expect(screen.getByRole('link', { name: 'Open in the loan calculator' })).toHaveAttribute(
    'href',
    '/finance/loan-calculator?amount=500000&months=360&rate=6',
  );
  // Within the tolerance, as the server says.
  expect(isRightlyAnswered({ ...question, chosen: 2997.752, correct: true })).toBe(true);
});
