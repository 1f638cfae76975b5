import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react';
import {
  createMemoryRouter,
  type InitialEntry,
  type Location,
  type RouteObject,
  useLocation,
} from 'react-router-dom';

import { Router } from '#parts/navigation/router.tsx';
import { UnsavedFormsProvider } from '#parts/unsaved/unsaved-forms.tsx';

/** The paths that a test of this file has rendered. */
const rendered = new Set<string | undefined>();

/**
 * Renders routes at a URL. The first test of each path renders in strict mode, which runs effects twice; in all tests it
 * would take a fifth of their time. Queries are not retried.
 */
export function renderRoutes(
  routes: RouteObject[],
  url: InitialEntry,
  { queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }) } = {},
) {
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  const path = routes[0]?.path;
  const Mode = rendered.has(path) ? Fragment : StrictMode;
  rendered.add(path);
  const result = render(
    <Mode>
      <QueryClientProvider client={queries}>
        <UnsavedFormsProvider>
          <Router router={router} />
        </UnsavedFormsProvider>
      </QueryClientProvider>
    </Mode>,
  );
  return { ...result, router };
}

/** A route for all other paths, which displays the URL at which a navigation ended. */
export const catchAllRoute: RouteObject = { path: '*', Component: CurrentUrl };

function CurrentUrl() {
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
 * Renders a screen at its URL. Other paths display their URL.
 * @param path the route's pattern.
 * @param url the URL, if it differs from the pattern.
 */
export function renderAt(path: string, Screen: ComponentType, url: InitialEntry = path) {
  const element = (
    <Search>
      <Screen />
    </Search>
  );
  return renderRoutes([{ path, element }, catchAllRoute], url);
}

// No styles are loaded that could disable the pointer.
const user = userEvent.setup({ pointerEventsCheck: 0 });
export const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));

/** A control, by the text of its label first: to find by label looks through the document for each of its elements. */
export const field = (label: string | RegExp) =>
  screen.queryByText<HTMLLabelElement>(label, { selector: 'label' })?.control ?? screen.getByLabelText(label);

/** Replaces the text of a field, which must accept it from a person, too. */
export function enter(label: string | RegExp, value: string) {
  const control = field(label);
  const { readOnly = false, maxLength = -1 } = control as Partial<HTMLInputElement>;
  if (control.matches(':disabled') || readOnly) throw new Error(`${label} cannot be edited.`);
  if (maxLength >= 0 && value.length > maxLength) throw new Error(`${label} is limited to ${maxLength}.`);
  fireEvent.change(control, { target: { value } });
}

/** The error beside a refused field; null if the field is valid. */
export function errorOf(label: string): string | null {
  const element = field(label);
  if (!element.hasAttribute('aria-invalid')) return null;
  const [id = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(id)?.textContent ?? null;
}
