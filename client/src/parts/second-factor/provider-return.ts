/** Of this tab, while it is at the OpenID provider. */
const key = 'openid-return';

/** Keeps the location state of the login until the browser is back from the provider. */
export function storeReturn(state: unknown): void {
  sessionStorage.setItem(key, JSON.stringify(state ?? null));
}

export function takeReturn(): unknown {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}

/** The provider leads back to the login, and the login to the current page. */
export function leaveForProvider(url: string): void {
  const { pathname, search } = window.location;
  storeReturn({ returnTo: pathname + search });
  window.location.assign(url);
}
