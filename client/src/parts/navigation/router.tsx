import { createContext, use, useCallback } from 'react';
import { type DataRouter, type Location, RouterProvider } from 'react-router-dom';

const CurrentRouter = createContext<DataRouter | null>(null);

/** `RouterProvider`, for components that use `useOpenedUrl`. */
export function Router({ router }: { router: DataRouter }) {
  return (
    <CurrentRouter value={router}>
      <RouterProvider router={router} />
    </CurrentRouter>
  );
}

/**
 * Returns the URL that is open, even before React has rendered it as `useLocation` does; undefined while a navigation is in
 * progress.
 */
export function useOpenedUrl(): () => Location | undefined {
  const router = use(CurrentRouter);
  return useCallback(
    () => (router?.state.navigation.state === 'idle' ? router.state.location : undefined),
    [router],
  );
}
