import type { RouteObject } from 'react-router-dom';
import type { FeatureRoute } from '#parts/feature.ts';
import { Loading } from '#ui/spinner.tsx';
import type { Access } from './access.ts';
import { NotFoundScreen, RouteErrorScreen } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { RequireSession } from './require-session.tsx';
import { Root } from './root.tsx';
import { routes } from './routes.ts';

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
  lazy: async () => ({ Component: (await import('./staff-layout.tsx')).StaffLayout }),
  children: [
    ...routesFor('staff'),
    guarded('superuser', routesFor('superuser')),
    { path: '/admin/*', Component: NotFoundScreen },
  ],
};

/** Inside the layout, so that header, bar and footer stay while a screen loads or has failed. */
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
