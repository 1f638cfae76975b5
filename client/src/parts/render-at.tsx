import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { type Location, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';

/** Shows what the address holds beside its path. */
function Search() {
  return <p data-testid="search">{useLocation().search}</p>;
}

function Elsewhere() {
  const { pathname, search, state } = useLocation() as Location<{ returnTo?: string } | null>;
  return (
    <p>
      arrived at {pathname + search}
      {state?.returnTo && ` from ${state.returnTo}`}
    </p>
  );
}

/**
 * For tests: a screen at its address, in strict mode, so that what runs on load is mounted twice. It fetches without a
 * second try. Other paths say which they are.
 * @param path the route's pattern.
 * @param at the address, where it is not the pattern itself.
 */
export function renderAt(path: string, Screen: ComponentType, at = path) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[at]}>
          <Search />
          <Routes>
            <Route path={path} element={<Screen />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}
