import { screen } from '@testing-library/react';
import { calculateScenario } from 'contract/scenarios/scenarios.ts';
import { expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { EditedLoan } from './edited-loan.tsx';

fakeApi();

const example = calculateScenario.responses[200].example as { data: { amortization_schedule: object[] } };

const draw = (line: string) => renderAt('/', () => <EditedLoan line={line} />);

test.each([
  [6.04, 'at 6.04%,'],
  [6, 'at 6%,'],
  [6.123456, 'at 6.123456%,'],
])('a rate of %d stands as it was typed', async (rate, text) => {
  const [row, ...rows] = example.data.amortization_schedule;
  const schedule = [{ ...row, annual_interest_rate: rate }, ...rows];
  respondTo('calculateScenario', () =>
    json({ ...example, data: { ...example.data, amortization_schedule: schedule } }),
  );
  draw(`loan --amount 1000 --months 2 --rate ${rate}`);
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
});
