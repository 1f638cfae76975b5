import { useEffect } from 'react';
import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Loading } from '#ui/feedback/spinner.tsx';
import { scrollKey } from '#parts/list/open-record-state.ts';
import { RouteErrorScreen } from '#app/layout/error-screen.tsx';
import { Layout } from '#app/layout/layout.tsx';
import { routes } from './routes.ts';
import { SessionWatch } from '#app/session/session-watch.tsx';
import { withAccess, routesFor, toRoute } from './to-route.tsx';

const notFound = {
  lazy: async () => ({ Component: (await import('#app/layout/not-found-screen.tsx')).default }),
};

const staffArea: RouteObject = {
  lazy: async () => ({ Component: (await import('#app/staff/staff-layout.tsx')).StaffLayout }),
  children: [
    ...routesFor(routes, 'staff'),
    withAccess('superuser', routesFor(routes, 'superuser')),
    { path: '/admin/*', ...notFound },
  ],
};

/** The routes within the layout, so that header, bar and footer remain while a screen loads or after it failed. */
const layoutRoutes: RouteObject = {
  ErrorBoundary: RouteErrorScreen,
  HydrateFallback: Loading,
  children: [
    ...routesFor(routes, 'guest'),
    withAccess('user', routesFor(routes, 'user')),
    withAccess('staff', [staffArea]),
    { path: '*', ...notFound },
  ],
};

/** The current screen remains visible with a loading indicator while the next chunk loads. */
function Root() {
  const isLoading = useNavigation().state === 'loading';
  useEffect(() => {
    document.documentElement.toggleAttribute('data-waiting', isLoading);
  }, [isLoading]);
  return (
    <>
      <SessionWatch />
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** Rendered without the layout, because the layout itself may have failed. */
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
      { Component: Layout, children: [layoutRoutes] },
      ...routes.filter(({ isBare }) => isBare).map((route) => withAccess(route.access, [toRoute(route)])),
    ],
  },
];
