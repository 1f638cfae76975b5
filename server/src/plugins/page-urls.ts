import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { pagePaths } from 'contract/page-paths.ts';
import { contentFolder, datasetsFolder } from '#root-folders.ts';

/** The API's paths and names of built files: these never fall back to the page. */
const notPages = /^\/(api|assets|mailbox)(\/|$)|\/\.[^/]*$|\.(br|gz)$/;

/** Guides and datasets are known by their files; other parameters, such as tokens, may be anything. */
function pagesOf(path: string): string[] {
  if (path === pagePaths.guide) {
    const files = readdirSync(join(contentFolder, 'guides'));
    return files.map((name) => path.replace(':slug', basename(name, '.md')));
  }
  if (path !== pagePaths.dataset && path !== pagePaths.embeddedDataset) return [path];
  return readdirSync(datasetsFolder).map((slug) => path.replace(':slug', slug));
}

const patternOf = (path: string) => new RegExp(`^${path.toLowerCase().replaceAll(/:\w+/g, '[^/]+')}$`);

const paths = Object.values(pagePaths).flatMap(pagesOf);
const pages = paths.map(patternOf);

/** The paths without parameters, such as tokens, whose letter case matters. */
const fixedPaths = new Set(paths.filter((path) => !path.includes(':')).map((path) => path.toLowerCase()));

const aliases = new Map<string, string>([
  [pagePaths.home, pagePaths.core],
  // The browser keeps the terms in the fragment.
  [pagePaths.borrowingPower, pagePaths.buying],
]);

/** The URL of a page under another spelling or name. Undefined if it is spelt as its links spell it. */
export function redirectedUrl(url: string): string | undefined {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const collapsed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const lower = decodeURI(collapsed).toLowerCase();
  const spelt = fixedPaths.has(lower) ? lower : collapsed;
  const target = aliases.get(spelt) ?? spelt;
  return target === path ? undefined : target + query;
}

const fileName = /[^/]\.[^/]+$/;

/** The status with which a URL that no route serves gets the client's page; undefined if it does not get the page. */
export function pageStatus(url: string): 200 | 404 | undefined {
  const path = normalizedPath(url);
  if (notPages.test(path)) return undefined;
  const withoutSlash = path.replace(/(?<=.)\/$/, '');
  if (pages.some((page) => page.test(withoutSlash))) return 200;
  return fileName.test(path) ? undefined : 404;
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
  return notPages.test(normalizedPath(readable)) ? url : readable + url.slice(path.length);
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
