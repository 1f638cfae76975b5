import { messages } from 'contract/texts.ts';
import type { RouteObject } from 'react-router-dom';
import type { Access, FeatureRoute } from '#parts/navigation/feature.ts';
import { RequireSession } from './require-session.tsx';

export interface Handle extends Pick<FeatureRoute, 'completePage'> {
  title: string | undefined;
  /** Whether the screen contains a signed-in user's data, and is blocked until a temporary password is changed. */
  isOwn: boolean;
}

/** The calculators; see `service-worker.js`. */
const worksOffline = (path: string) => path.startsWith('/finance/');

export function toRoute(featureRoute: FeatureRoute): RouteObject {
  const { path, title, access, bar, load, loader, completePage, Component } = featureRoute;
  // Guests may open some of these screens to see a description of what the sign-in opens.
  const isOwn = access !== 'guest' || bar?.access === 'user';
  const route: RouteObject = { path, handle: { title, isOwn, completePage } satisfies Handle };
  if (!load) return { ...route, Component };
  return {
    ...route,
    lazy: async () => {
      // The code of others may be in the browser's cache, but not what they read.
      if (!import.meta.env.SSR && !navigator.onLine && !worksOffline(path)) throw new Error(messages.offline);
      return { Component: (await load()).default };
    },
    ...(loader && { loader: ({ params }) => loader(params) }),
  };
}

/** The routes within the layout that require this access. */
export function routesFor(routes: readonly FeatureRoute[], access: Access): RouteObject[] {
  return routes.filter((route) => route.access === access && !route.isBare).map(toRoute);
}

export function withAccess(access: Access, children: RouteObject[]): RouteObject {
  return { element: <RequireSession access={access} />, children };
}

export function isOwnScreen(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isOwn' in handle && handle.isOwn === true;
}
