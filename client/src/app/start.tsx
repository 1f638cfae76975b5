import '#styles/app.css';
import type { PageState } from 'contract/page-renderer.ts';
import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router-dom';
import { keepFocus } from '#ui/keep-focus.ts';
import { Router } from '#parts/navigation/router.tsx';
import { endPageDay, setPageDay } from '#parts/page/today.ts';
import { readSession } from '#session/session.ts';
import { App } from './app.tsx';
import { queryClient } from './routing/query-client.ts';
import { appRoutes } from './routing/router.tsx';
import type { Handle } from './routing/to-route.tsx';
import { applyTheme } from './navigation/theme.ts';

export async function start(root: HTMLElement): Promise<void> {
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
  const router = createBrowserRouter(appRoutes);
  const app = (
    <App queries={queryClient}>
      <Router router={router} />
    </App>
  );
  const page = document.getElementById('page-state');
  const state = page ? (JSON.parse(page.textContent) as PageState) : undefined;
  if (state) {
    setPageDay(state.today);
    for (const [key, data, isShortened] of state.queries) {
      queryClient.setQueryData(key, data);
      // The first screen that needs it requests the rest.
      if (isShortened) void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' });
    }
  }
  const notLoaded = document.querySelector('.not-loaded');
  // The server's page stays meanwhile.
  if (!root.contains(notLoaded)) await initialized(router);
  if (state) {
    const handles = router.state.matches.map(({ route }) => route.handle as Handle | undefined);
    for (const handle of handles) await handle?.completePage?.(queryClient);
  }
  notLoaded?.remove();
  window.earlyInput?.stop();
  const repeatEarlyInput = await earlyInput();
  const end = () => {
    repeatEarlyInput();
    page?.remove();
    endPageDay();
    // The styles hide what only the page of a guest has.
    delete document.documentElement.dataset['session'];
  };
  // The server rendered the page of a guest, without the terms in the fragment.
  if (!state || readSession() || (state.hasTerms && location.hash)) {
    endPageDay();
    createRoot(root).render(<Takeover onEnd={end}>{app}</Takeover>);
    return;
  }
  hydrateRoot(root, <Takeover onEnd={end}>{app}</Takeover>);
}

async function earlyInput(): Promise<() => void> {
  const { targets } = window.earlyInput ?? {};
  if (!targets?.size) return () => {};
  const { collectEarlyInput } = await import('./early-input.ts');
  return collectEarlyInput(targets);
}

/** Calls `onEnd` once the app is in the page. */
function Takeover({ onEnd, children }: { onEnd: () => void; children: ReactNode }) {
  useEffect(onEnd, [onEnd]);
  return children;
}

const initialized = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized: isReady }) => isReady && resolve());
  });

/** Disables the console, so that no user data appears there. */
export function silenceLogging(): void {
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    console[method] = () => undefined;
  }
}
