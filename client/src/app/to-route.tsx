import type { RouteObject } from 'react-router-dom';
import type { Access, FeatureRoute } from '#parts/feature.ts';
import { RequireSession } from './require-session.tsx';

export function toRoute({ path, title, load, Component }: FeatureRoute): RouteObject {
  const route: RouteObject = { path, handle: { title } };
  return load
    ? { ...route, lazy: async () => ({ Component: (await load()).default }) }
    : { ...route, Component };
}

/** The routes of one access, within header, bar and footer. */
export function routesFor(routes: readonly FeatureRoute[], access: Access): RouteObject[] {
  return routes.filter((route) => route.access === access && !route.isBare).map(toRoute);
}

export function guarded(access: Access, children: RouteObject[]): RouteObject {
  return { element: <RequireSession access={access} />, children };
}
