import * as areas from './areas.ts';
import type { OperationName } from './operations.ts';
import type { Route } from './route.ts';

type Areas = typeof areas;

export type RouteOf<Name extends OperationName> = {
  [Area in keyof Areas]: Name extends keyof Areas[Area] ? Extract<Areas[Area][Name], Route> : never;
}[keyof Areas];

export type AreaRoute = Route & { area: string };

export const routes: readonly AreaRoute[] = Object.entries(areas).flatMap(([area, exported]) =>
  Object.values<unknown>(exported)
    .filter(isRoute)
    .map((route) => Object.assign({ area }, route)),
);

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'operation' in value;
}
