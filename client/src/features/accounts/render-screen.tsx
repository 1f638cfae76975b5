import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';

function Elsewhere() {
  return <p>arrived at {useLocation().pathname}</p>;
}

/** For tests: a screen at its address, in strict mode, so that what runs on load is mounted twice. */
export function renderScreen(path: string, Screen: ComponentType, at = path) {
  return render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={<Screen />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}
