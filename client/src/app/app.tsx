import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { UnsavedFormsProvider } from '#parts/unsaved/unsaved-forms.tsx';

/** The app around its router, in the browser and on the server. */
export const App = ({ queries, children }: { queries: QueryClient; children: ReactNode }) => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <UnsavedFormsProvider>{children}</UnsavedFormsProvider>
    </QueryClientProvider>
  </StrictMode>
);
