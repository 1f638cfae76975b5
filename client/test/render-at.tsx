import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, StrictMode } from 'react';
import {
  createMemoryRouter,
  type InitialEntry,
  type Location,
  type RouteObject,
  useLocation,
} from 'react-router-dom';

import { Router } from '#parts/navigation/router.tsx';
import { UnsavedFormsProvider } from '#parts/unsaved/unsaved-forms.tsx';

/** For tests: routes at a URL, in strict mode, which runs effects twice. No query is retried. */
export function renderRoutes(
  routes: RouteObject[],
  at: InitialEntry,
  { queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }) } = {},
) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const rendered = render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <UnsavedFormsProvider>
          <Router router={router} />
        </UnsavedFormsProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  return { ...rendered, router };
}

/** For tests: the route of every other path, which displays where a navigation ended. */
export const elsewhere: RouteObject = { path: '*', Component: Elsewhere };

function Elsewhere() {
  const { pathname, search, state } = useLocation() as Location<{ returnTo?: string } | null>;
  return (
    <p>
      arrived at {pathname + search}
      {state?.returnTo && ` from ${state.returnTo}`}
    </p>
  );
}

/** Displays the query of the URL. */
function Search({ children }: { children: ReactNode }) {
  return (
    <>
      <p data-testid="search">{useLocation().search}</p>
      {children}
    </>
  );
}

/**
 * For tests: a screen at its URL; other paths display themselves.
 * @param path the route's pattern.
 * @param at the URL, if it differs from the pattern.
 */
export function renderAt(path: string, Screen: ComponentType, at = path) {
  const element = (
    <Search>
      <Screen />
    </Search>
  );
  return renderRoutes([{ path, element }, elsewhere], at);
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** At once: typing it letter by letter would test the keyboard. */
export async function enter(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

/** The error beside a refused field. */
export function errorOf(label: string): string | null {
  const element = screen.getByLabelText(label);
  if (!element.hasAttribute('aria-invalid')) return null;
  const [id = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(id)?.textContent ?? null;
}
