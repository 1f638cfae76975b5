import { loadedRoutes } from './loaded-routes.ts';

/**
 * Starts to load what the screen at an address is made of and shows first. So it comes beside the app's code, which asks
 * for it again once it runs, and then says what failed.
 */
export function preload(address: string): void {
  // Browsers without it load the screen after the app.
  if (!('URLPattern' in globalThis)) return;
  for (const route of loadedRoutes) {
    const params = new URLPattern({ pathname: route.path }).exec(address)?.pathname.groups;
    if (!params) continue;
    const loading: unknown[] = [route.load?.(), route.loader?.(params), route.preload?.(params)];
    Promise.all(loading).catch(() => undefined);
  }
}
