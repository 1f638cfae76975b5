import type { IncomingMessage } from 'node:http';

/** The API's paths and names of built files: these never fall back to the page. */
const notPages = /^\/(api|assets|mailbox)(\/|$)|\/\.[^/]*$|\.(br|gz)$/;

/** Whether a URL that no route serves gets the client's page. */
export function isPageUrl(url: string): boolean {
  return !notPages.test(normalizedPath(url));
}

/**
 * The URL for routing. Invalid escapes in the URL of a page, which would be refused before routing, are escaped again,
 * so that the client displays its "not found" page.
 */
export function routedUrl({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url;
  const path = url.split(/[?#]/)[0] ?? '';
  if (isReadable(path)) return url;
  const readable = path.replace(/%(?![0-7][\da-f])/gi, '%25');
  return isPageUrl(readable) ? readable + url.slice(path.length) : url;
}

function isReadable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

/** Normalizes a path as a lenient proxy would, whatever its spelling. */
function normalizedPath(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  return decodeURI(path).replace(/\/+/g, '/').toLowerCase();
}
