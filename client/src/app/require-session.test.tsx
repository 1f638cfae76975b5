import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { agent, answer, fakeApi, signedIn, signedOutElsewhere } from '#api/fake-api.ts';
import { Header } from './header.tsx';
import { queryClient } from './query-client.ts';
import { RequireSession } from './require-session.tsx';

fakeApi();

function open(path: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Header />
        <Routes>
          <Route element={<RequireSession />}>
            <Route path="/own" element={<p>own page</p>} />
          </Route>
          <Route element={<RequireSession staff />}>
            <Route path="/admin" element={<p>admin page</p>} />
          </Route>
          <Route path="/login" element={<p>login page</p>} />
          <Route path="/" element={<p>core page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each(['/own', '/admin'])('a visitor of %s is sent to the login', (path) => {
  open(path);
  expect(screen.getByText('login page')).toBeInTheDocument();
});

test('a signed-in user is let through, and sent to the login when signed out in another tab', () => {
  signedIn();
  open('/own');
  expect(screen.getByText('own page')).toBeInTheDocument();
  act(() => signedOutElsewhere());
  expect(screen.getByText('login page')).toBeInTheDocument();
});

test('staff routes are for staff', () => {
  signedIn();
  open('/admin');
  expect(screen.getByText('login page')).toBeInTheDocument();
});

test('staff are let through to staff routes', () => {
  signedIn({ user: { ...agent, is_staff: true } });
  open('/admin');
  expect(screen.getByText('admin page')).toBeInTheDocument();
});

test('TERMINATE SESSION on a guarded page leads to the start, not to the login', async () => {
  answer('logout', () => new HttpResponse(null, { status: 204 }));
  signedIn();
  open('/own');
  await userEvent.click(screen.getByRole('button', { name: 'TERMINATE SESSION' }));
  expect(await screen.findByText('core page')).toBeInTheDocument();
});
