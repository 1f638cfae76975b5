import { act, screen } from '@testing-library/react';
import { switchLoan } from 'contract/scenarios/switching.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi, gate, json, respondTo } from '#test/fake-api.ts';
import { pass, stopClock, until } from '#test/fake-clock.ts';
import { renderRoutes } from '#test/render-at.tsx';
import SwitchScreen from './switch-screen.tsx';

fakeApi();
afterEach(() => vi.useRealTimers());

const path = '/finance/switch';
const example = switchLoan.responses[200].example as object;
const hashOf = (rate: string) =>
  `#owed=420000&months=300&rate=6.5&compounding=monthly&offer=rate%3D${rate}%26costs%3D1200`;

const open = (hash = '') => renderRoutes([{ path, Component: SwitchScreen }], path + hash);

test('a link that is opened right after a result stays in the URL while its own result loads', async () => {
  stopClock();
  const second = gate();
  const received = respondTo('switchLoan', async ({ index }) => {
    if (index === 1) await second.opened;
    return json(example);
  });
  const { router } = open(hashOf('5.90'));
  await until(() => screen.queryAllByText(/less than staying/).length > 0);
  await act(() => router.navigate(path + hashOf('6.10')));
  await until(() => received.length === 2);
  await pass(500);
  expect(router.state.location.hash).toBe(hashOf('6.10'));
  second.open();
  await until(() => !document.querySelector('[aria-busy="true"]'));
  await pass(500);
  expect(router.state.location.hash).toBe(hashOf('6.10'));
  await act(() => router.navigate(-1));
  expect(router.state.location.hash).toBe(hashOf('5.90'));
});
