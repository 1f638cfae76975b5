import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '#test/render-at.tsx';
import { ReadAgain } from './read-again.tsx';

test('a category named like a property of every object has no guide to read', () => {
  const question = {
    id: '01930a4e-7c00-7000-8000-000000000012',
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
