import { useEffect } from 'react';
import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from 'react-router-dom';
import type { Access, FeatureRoute } from '#parts/feature.ts';
import { Loading } from '#ui/spinner.tsx';
import { NotFoundScreen, RouteErrorScreen } from './layout/error-screen.tsx';
import { Layout } from './layout/layout.tsx';
import { RequireSession } from './require-session.tsx';
import { routes } from './routes.ts';
import { SessionWatch } from './session/session-watch.tsx';

function routesFor(access: Access): RouteObject[] {
  return routes.filter((route) => route.access === access && !route.isBare).map(toRoute);
}

function toRoute({ path, title, load, Component }: FeatureRoute): RouteObject {
  const route: RouteObject = { path, handle: { title } };
  return load
    ? { ...route, lazy: async () => ({ Component: (await load()).default }) }
    : { ...route, Component };
}

function guarded(access: Access, children: RouteObject[]): RouteObject {
  return { element: <RequireSession access={access} />, children };
}

const staffArea: RouteObject = {
  lazy: async () => ({ Component: (await import('./staff/staff-layout.tsx')).StaffLayout }),
  children: [
    ...routesFor('staff'),
    guarded('superuser', routesFor('superuser')),
    { path: '/admin/*', Component: NotFoundScreen },
  ],
};

/** Header, bar and footer stay while a screen loads or has failed. */
const framed: RouteObject = {
  ErrorBoundary: RouteErrorScreen,
  HydrateFallback: Loading,
  children: [
    ...routesFor('guest'),
    guarded('user', routesFor('user')),
    guarded('staff', [staffArea]),
    { path: '*', Component: NotFoundScreen },
  ],
};

/** The present screen stays, marked, while the next one's code loads. */
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

export const appRoutes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: Loading,
    children: [
      { Component: Layout, children: [framed] },
      ...routes.filter(({ isBare }) => isBare).map((route) => guarded(route.access, [toRoute(route)])),
    ],
  },
];
