import { createContext, use, useCallback } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';

const CurrentRouter = createContext<DataRouter | null>(null);

/** `RouterProvider`, for components that use `useIsNavigating`. */
export function Router({ router }: { router: DataRouter }) {
  return (
    <CurrentRouter value={router}>
      <RouterProvider router={router} />
    </CurrentRouter>
  );
}

/** Returns whether a navigation is in progress, even before React has rendered it as `useNavigation` does. */
export function useIsNavigating(): () => boolean {
  const router = use(CurrentRouter);
  return useCallback(() => router !== null && router.state.navigation.state !== 'idle', [router]);
}
