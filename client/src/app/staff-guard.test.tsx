import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { agent, answer, fakeApi, json, signedIn } from '#api/fake-api.ts';
import { Router } from './router.tsx';

fakeApi();

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});

function openAt(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Router />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const loads = ['getReadiness', 'listUsers', 'getUserOverview', 'listIpRecords', 'listLogRecords'] as const;

const adminPaths = [
  '/admin/dashboard',
  '/admin/userlist',
  `/admin/user/${agent.id}/edit`,
  '/admin/ip-address',
  '/admin/log',
];

test.each(adminPaths.flatMap((path) => [[path, 'a guest'] as const, [path, 'a plain user'] as const]))(
  '%s sends %s to the login and loads nothing',
  async (path, who) => {
    const received = loads.map((name) => answer(name, () => json({})));
    answer('getUser', () => json({ ...agent, last_login_time: null }));
    if (who === 'a plain user') signedIn();
    openAt(path);
    expect(await screen.findByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
    expect(received.flat()).toEqual([]);
  },
);
