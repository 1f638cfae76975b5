import '#styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { keepFocus } from '#ui/keep-focus.ts';
import { Router } from '#parts/navigation/router.tsx';
import { UnsavedFormsProvider } from '#parts/unsaved/unsaved-forms.tsx';
import { queryClient } from './routing/query-client.ts';
import { appRoutes } from './routing/router.tsx';
import { applyTheme } from './navigation/theme.ts';

export function start(root: HTMLElement): void {
  if (import.meta.env.PROD) {
    silenceLogging();
    // Without it, everything works as long as there is a connection.
    addEventListener(
      'load',
      () => void navigator.serviceWorker?.register('/service-worker.js').catch(() => {}),
    );
  }
  applyTheme();
  keepFocus();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UnsavedFormsProvider>
          <Router router={createBrowserRouter(appRoutes)} />
        </UnsavedFormsProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Disables the console, so that no user data appears there. */
export function silenceLogging(): void {
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    console[method] = () => undefined;
  }
}
