import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Layout } from './layout.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { reloadForCode } from './missing-code.ts';
import { screen as screenAt } from './screens.ts';

vi.mock('./missing-code.ts');

const failure = new TypeError('Failed to fetch dynamically imported module');

function Ways() {
  const navigate = useNavigate();
  return (
    <>
      <Link to="/far">Far</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
    </>
  );
}

/** @returns how often the code was asked for again. */
function openStart(): () => number {
  vi.spyOn(console, 'error').mockReturnValue();
  const reload = vi.mocked(reloadForCode).mockReset().mockRejectedValue(failure);
  const Far = lazyScreen(screenAt('/far', () => Promise.reject(failure)));
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Ways />
          <Routes>
            <Route element={<Layout />}>
              <Route path="/" element="near" />
              <Route path="/far" element={<Far />} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
  return () => reload.mock.calls.filter(([, isAskedAgain]) => isAskedAgain === true).length;
}

const press = (name: string) => fireEvent.click(screen.getByText(name));
const told = () => screen.findByRole('alert');

test('a screen whose code did not come says so, and each visit after that asks for it again', async () => {
  const timesAskedAgain = openStart();
  press('Far');
  expect(await told()).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(timesAskedAgain()).toBe(0);

  // Forward is the very entry of the history that failed.
  for (const [index, way] of ['Forward', 'Far', 'Forward'].entries()) {
    press('Back');
    expect(await screen.findByText('near')).toBeInTheDocument();
    press(way);
    expect(await told()).toBeInTheDocument();
    expect(timesAskedAgain()).toBe(index + 1);
  }
});
