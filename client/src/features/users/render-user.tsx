import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from 'contract/users.ts';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { agent } from '#api/fake-api.ts';

/** For tests: the record of whoever `signedIn` signs in, a moment after the sign-in. */
export function someUser(details: Partial<User> = {}): User {
  const now = new Date().toISOString();
  return {
    ...agent,
    date_of_birth: '1990-12-10',
    country_name: 'Australia',
    country_code: '61',
    phone_number: null,
    is_active: true,
    is_premium_user: false,
    user_image: null,
    last_login: now,
    last_login_time: now,
    date_updated: now,
    login_attempts: 0,
    account_status: 'active',
    pending_email: null,
    must_change_password: false,
    ...details,
  };
}

function Elsewhere() {
  return <p>arrived at {useLocation().pathname}</p>;
}

/** For tests: something on the profile's page; other paths say which they are. */
export function renderOnProfile(children: ReactNode) {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/user-profile/${agent.id}`]}>
        <Routes>
          <Route path="/user-profile/:userId" element={children} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** At once: typing it letter by letter would test the keyboard. */
export async function enter(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

/** What stands beside a field that was refused. */
export function errorOf(label: string): string | null {
  const element = screen.getByLabelText(label);
  if (!element.hasAttribute('aria-invalid')) return null;
  const [id = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(id)?.textContent ?? null;
}
