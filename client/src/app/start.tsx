import '#styles/tokens.css';
import '#styles/base.css';
import '#parts/pop-gate.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './error-boundary.tsx';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';
import { silenceLogging } from './silence-logging.ts';
import { applyTheme } from './theme.ts';

export function start(): void {
  if (import.meta.env.PROD) silenceLogging();
  applyTheme();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Providers>
        <ErrorBoundary>
          <Router />
        </ErrorBoundary>
      </Providers>
    </StrictMode>,
  );
}
