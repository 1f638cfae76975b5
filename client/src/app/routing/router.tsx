import { useEffect } from 'react';
import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Loading } from '#ui/feedback/spinner.tsx';
import { RouteErrorScreen } from '#app/layout/error-screen.tsx';
import { Layout } from '#app/layout/layout.tsx';
import { routes } from './routes.ts';
import { SessionWatch } from '#app/session/session-watch.tsx';
import { guarded, routesFor, toRoute } from './to-route.tsx';

const notFound = {
  lazy: async () => ({ Component: (await import('#app/layout/not-found-screen.tsx')).default }),
};

const staffArea: RouteObject = {
  lazy: async () => ({ Component: (await import('#app/staff/staff-layout.tsx')).StaffLayout }),
  children: [
    ...routesFor(routes, 'staff'),
    guarded('superuser', routesFor(routes, 'superuser')),
    { path: '/admin/*', ...notFound },
  ],
};

/** The routes within the layout, so that header, bar and footer remain while a screen loads or after it failed. */
const framed: RouteObject = {
  ErrorBoundary: RouteErrorScreen,
  HydrateFallback: Loading,
  children: [
    ...routesFor(routes, 'guest'),
    guarded('user', routesFor(routes, 'user')),
    guarded('staff', [staffArea]),
    { path: '*', ...notFound },
  ],
};

/** The current screen remains visible with a waiting mark while the next chunk loads. */
function Root() {
  const isLoading = useNavigation().state === 'loading';
  useEffect(() => {
    document.documentElement.toggleAttribute('data-waiting', isLoading);
  }, [isLoading]);
  return (
    <>
      <SessionWatch />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** Outside the layout, which may itself be what failed. */
const BareErrorScreen = () => (
  <main className="px-gutter">
    <RouteErrorScreen />
  </main>
);

export const appRoutes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: BareErrorScreen,
    HydrateFallback: Loading,
    children: [
      { Component: Layout, children: [framed] },
      ...routes.filter(({ isBare }) => isBare).map((route) => guarded(route.access, [toRoute(route)])),
    ],
  },
];
