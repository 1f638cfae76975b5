import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Refusal } from 'engine/refusal.ts';
import { use, useEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createGate } from '#test/fake-api.ts';
import { press, renderRoutes } from '#test/render-at.tsx';
import { nextTask } from './run-slices.ts';
import { CalculatorForm } from './calculator-form.tsx';
import { CalculatorPage } from './calculator.tsx';
import type { CalculatorDefinition } from './calculator-definition.ts';
import { useCalculator } from './use-calculator.ts';

interface Inputs {
  months: string;
}

const compute = vi.fn<(inputs: Inputs) => number | Promise<number>>();
const load = vi.fn<() => Promise<typeof compute>>();

const definition: CalculatorDefinition<Inputs, Inputs, number> = {
  initial: () => ({ months: '' }),
  firstField: 'months',
  resolver: (values) => ({ values, errors: {} }),
  termsOf: (inputs) => inputs,
  read: ({ hash }) => (hash ? { inputs: { months: hash.slice(1) }, unrecognized: [] } : null),
  urlOf: ({ months }) => `/#${months}`,
  load,
  fieldOf: () => 'months',
};

/** The first suspends the rendering of results, the second is called once one is rendered. */
const summaryLoaded = new Map<number, Promise<void>>();
const noWait = Promise.resolve();
const onSummary = vi.fn<() => void>();

function Summary({ result }: { result: number }) {
  use(summaryLoaded.get(result) ?? noWait);
  useEffect(onSummary, []);
  return <p>Result {result}</p>;
}

function Screen() {
  const calculator = useCalculator(definition);
  return (
    <CalculatorPage
      calculator={calculator}
      title="Test"
      terms={
        <CalculatorForm
          calculator={calculator}
          label="Terms"
          renderFields={() => <input aria-label="Months" {...calculator.form.register('months')} />}
        />
      }
      csvName="test.csv"
      example={{ to: '/#1', terms: 'An example' }}
      terminology={[]}
      renderResult={({ result }) => ({
        bar: [],
        announcement: '',
        summary: <Summary result={result} />,
        csv: () => '',
      })}
      renderDetails={() => null}
    />
  );
}

const open = (hash = '') => renderRoutes([{ path: '/', Component: Screen }], `/${hash}`);
const months = () => screen.getByLabelText('Months');

beforeEach(() => {
  compute.mockReset().mockImplementation((inputs) => Number(inputs.months));
  load.mockReset().mockImplementation(async () => compute);
  summaryLoaded.clear();
  onSummary.mockReset();
});

test('a calculation that fails shows Calculation Error, keeps the form, and works again with other terms', async () => {
  compute.mockImplementationOnce(() => {
    throw new Error('internal detail');
  });
  open();
  await userEvent.type(months(), '7');
  await press('Calculate');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^!Calculation Error/);
  expect(alert).not.toHaveTextContent('internal detail');
  expect(months()).toHaveValue('7');
  await userEvent.type(months(), '8');
  expect(await screen.findByText('Result 78')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an engine that could not be loaded is loaded again by Try Again', async () => {
  load.mockRejectedValue(new Error('offline'));
  open('#7');
  const again = await screen.findByRole('button', { name: 'Try Again' });
  load.mockImplementation(async () => compute);
  await userEvent.click(again);
  expect(await screen.findByText('Result 7')).toBeVisible();
});

test('terms that the engine refuses have the reason, and the previous result remains', async () => {
  open('#7');
  expect(await screen.findByText('Result 7')).toBeVisible();
  compute.mockImplementationOnce(() => {
    throw new Refusal({ months: ['Must be at most 9.'] });
  });
  await userEvent.type(months(), '7');
  expect(await screen.findByText(/^Some terms cannot be used\. The reason is beside/)).toBeVisible();
  expect(screen.getByText('Result 7')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a newer calculation ends a running one, whose result is dropped', async () => {
  const first = createGate();
  compute.mockReturnValueOnce(first.opened.then(() => 7));
  open('#7');
  await waitFor(() => expect(compute).toHaveBeenCalledOnce());
  await userEvent.type(months(), '8');
  expect(await screen.findByText('Result 78')).toBeVisible();
  first.open();
  await userEvent.type(months(), '9');
  expect(await screen.findByText('Result 789')).toBeVisible();
});

// Without `act`, which would wait for the effect that calls this.
const clearForm = () => screen.getByRole('button', { name: 'Clear Form' }).click();

test('Clear Form before a result is rendered discards its link, too', async () => {
  const summary = createGate();
  summaryLoaded.set(7, summary.opened);
  const { router } = open('#7');
  await waitFor(() => expect(compute).toHaveBeenCalledOnce());
  await nextTask();
  await act(async () => clearForm());
  await act(async () => summary.open());
  expect(months()).toHaveValue('');
  expect(screen.queryByText(/^Result/)).toBeNull();
  expect(router.state.location.hash).toBe('');
});

test('Clear Form as soon as a result is rendered discards its link, too', async () => {
  onSummary.mockImplementationOnce(clearForm);
  const { router } = open('#7');
  await waitFor(() => expect(onSummary).toHaveBeenCalled());
  expect(months()).toHaveValue('');
  expect(router.state.location.hash).toBe('');
});

/** Opens the result of 5, and after it that of 57 with its own entry in the history. */
async function openTwo() {
  const { router } = open('#5');
  expect(await screen.findByText('Result 5')).toBeVisible();
  await userEvent.type(months(), '7');
  await press('Calculate');
  expect(await screen.findByText('Result 57')).toBeVisible();
  await waitFor(() => expect(router.state.location.hash).toBe('#57'));
  return router;
}

const goTo = (router: Awaited<ReturnType<typeof openTwo>>, to: -1 | 1) => act(() => router.navigate(to));

describe.each(['Back', 'a link'])('%s before a result is rendered', (opens) => {
  const hash = opens === 'Back' ? '#5' : '#8';

  test.each(['before', 'with'])('keeps the history, if it is rendered %s the result', async (order) => {
    const router = await openTwo();
    const [summary, computed] = [createGate(), createGate()];
    summaryLoaded.set(579, summary.opened);
    await userEvent.type(months(), '9');
    await press('Calculate');
    await waitFor(() => expect(compute).toHaveBeenLastCalledWith({ months: '579' }, expect.anything()));
    await act(nextTask);
    compute.mockImplementation(async (inputs) => {
      await computed.opened;
      return Number(inputs.months);
    });
    await act(async () => {
      void (opens === 'Back' ? router.navigate(-1) : router.navigate('/#8'));
      if (order === 'with') summary.open();
    });
    await act(async () => summary.open());
    await act(async () => computed.open());
    expect(await screen.findByText(`Result ${hash.slice(1)}`)).toBeVisible();
    expect(months()).toHaveValue(hash.slice(1));
    expect(router.state.location.hash).toBe(hash);
    await goTo(router, opens === 'Back' ? 1 : -1);
    expect(await screen.findByText('Result 57')).toBeVisible();
    expect(months()).toHaveValue('57');
  });
});

test('Forward before the result of Back opens the terms that it left', async () => {
  const router = await openTwo();
  const computed = createGate();
  compute.mockReturnValueOnce(computed.opened.then(() => 5));
  await goTo(router, -1);
  await goTo(router, 1);
  await act(async () => computed.open());
  expect(months()).toHaveValue('57');
  expect(await screen.findByText('Result 57')).toBeVisible();
  expect(router.state.location.hash).toBe('#57');
});

test('Clear Form discards a link that was opened, but is not rendered yet', async () => {
  const { router } = open();
  await act(async () => {
    void router.navigate('/#7');
    clearForm();
  });
  expect(months()).toHaveValue('');
  expect(router.state.location.hash).toBe('');
});
