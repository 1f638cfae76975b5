import { calculateSavings } from 'contract/scenarios/scenarios.ts';
import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { signInAsStaff, expectRefusal } from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

test('the goal reports why its deposit could not be computed', () => {
  const answers = { calculateSavings: calculateSavings.responses[200].example as object };
  const path = '/finance/savings?opening=0&deposit=5&months=12&rate=4&goal=900';
  return expectRefusal(path, 'solveLoan', answers, []);
});
