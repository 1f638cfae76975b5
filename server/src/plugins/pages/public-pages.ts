import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ListedPage,
  PageHead,
  MakePageRenderer,
  PageContext,
  PageRenderer,
  PublicRead,
  RenderedPage,
} from 'contract/page-renderer.ts';
import { dayIn } from 'contract/day-in.ts';
import { datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import type { FastifyBaseLogger } from 'fastify';
import { AppError, busy } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { type CacheEntry, smallCacheEntry } from '#plugins/day-cache.ts';
import { pageStatus, redirectedUrl } from '#plugins/page-urls.ts';
import { type FilesOf, readPageFiles } from './page-files.ts';
import { fillDocument, fillTitle } from './page-document.ts';

export interface PublicPagesOptions {
  clientFolder: string;
  makeRenderer: () => Promise<MakePageRenderer | undefined>;
  read: PublicRead;
  /** Changes with everything that pages display, except their own terms. */
  readVersion: () => Promise<string>;
  publicUrl: string;
  logger: Pick<FastifyBaseLogger, 'warn'>;
}

export interface PublicPages {
  /**
   * The document of a page. Undefined if the URL is not that of a public page, or another spelling of it, and if the renderer is missing or broken: then the
   * client renders it. Throws `unavailable` while the renderer is busy.
   * @param charge called before a page is rendered. Throws if the caller has caused too much.
   */
  find: (url: string, charge: () => Promise<void>) => Promise<FoundPage | undefined>;
  /** The client's page without content, with the title of the screen at the URL. Undefined without a title or renderer. */
  shell: (url: string) => Promise<CacheEntry | undefined>;
  notFound: () => Promise<CacheEntry | undefined>;
  list: () => Promise<readonly ListedPage[]>;
}

interface Page {
  head: PageHead;
  isEmbedded: boolean;
  entry: CacheEntry;
  /** The picture of its preview, once it was requested. */
  picture?: Promise<Buffer>;
}

/** Without a page, the client renders it. */
export type FoundPage = { exists: true; page?: Page } | { exists: false; page?: undefined };

interface CachedPage {
  version: string;
  page: Promise<FoundPage>;
}

/** The cost of rendering a page, in the unit of `rateLimits.computation`. */
export const pageCost = 20_000;
/** The cost of drawing the picture of a page. */
export const pictureCost = 40_000;

const picturePath = '/preview';

/** The picture of a page. A new head is a new picture, which readers' programs do not know yet. */
function pictureOf(url: string, head: PageHead): string {
  const [path = '', query] = url.split('?');
  const version = createHash('sha256').update(JSON.stringify(head)).digest('hex').slice(0, 8);
  return `${picturePath}${path === '/' ? '/index' : path}.png?${query === undefined ? '' : `${query}&`}v=${version}`;
}

/** The URL of the page of a picture; undefined for another URL. */
export function pageOfPicture(url: string): string | undefined {
  const [, path, query = ''] = new RegExp(`^${picturePath}(/[^?]*)\\.png(\\?.*)?$`).exec(url) ?? [];
  return path === undefined ? undefined : (path === '/index' ? '/' : path) + query;
}

/** The pages with a query in memory, and those without one, which are fewer: about 60 kB each. */
const mostCached = 100;
/** Rendering a page takes 10 to 30 ms of the process, so one page is rendered at a time and few wait. */
const mostWaiting = 10;
const patienceMs = 2_000;

/** After how many seconds a client may try again. */
const retryAfterSeconds = 2;

export function openPublicPages(options: PublicPagesOptions): PublicPages {
  const { clientFolder, makeRenderer, read, readVersion, publicUrl, logger } = options;
  const isLocal = isLoopback(new URL(publicUrl).hostname);
  /** With a query and without, so that no variant takes the place of a page. */
  const caches = [new Map<string, CachedPage>(), new Map<string, CachedPage>()] as const;
  const cacheOf = (key: string) => caches[key.includes('?') ? 1 : 0];
  /** By title. */
  const shells = new Map<string, Promise<CacheEntry>>();
  const queue = createSemaphore({
    permits: 1,
    maxWaiting: mostWaiting,
    waitMs: patienceMs,
    refusal: () => busy(retryAfterSeconds),
  });
  let renderer: PageRenderer | undefined;
  let filesOf: FilesOf;
  let template: string;
  const load = async () => {
    const make = await makeRenderer();
    if (!make) return;
    template = readFileSync(join(clientFolder, 'index.html'), 'utf8');
    filesOf = readPageFiles(clientFolder, template);
    renderer = make(read);
  };
  const loading = load().catch((err: unknown) =>
    logger.warn({ err }, 'the renderer of the public pages could not be loaded'),
  );
  /** The first requests after a start wait for the renderer, which takes longer to load than the rest. */
  const loaded = async (): Promise<PageRenderer | undefined> => {
    if (!renderer) await inTime(loading);
    return renderer;
  };
  const today = dayInSydney();
  const context = (): PageContext => ({ today: today(), origin: publicUrl });

  async function cached(
    key: string,
    make: () => Promise<FoundPage>,
    charge: () => Promise<void> = async () => {},
  ): Promise<FoundPage | undefined> {
    try {
      const cache = cacheOf(key);
      const version = `${today()} ${await readVersion()}`;
      if (cache.get(key)?.version !== version) {
        await charge();
        // Another request may have begun to render it meanwhile.
        if (cache.get(key)?.version !== version) {
          const keep = (page: Promise<FoundPage>) => {
            cache.delete(key);
            cache.set(key, { version, page });
            const [oldest] = cache.keys();
            if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest);
          };
          const page = queue.run(() => {
            const made = make();
            // On a slow machine the next request would be too early again if it began anew.
            made
              .then(({ exists }) => exists && (cache.get(key)?.version ?? version) === version && keep(made))
              .catch(() => undefined);
            return inTime(made);
          });
          keep(page);
          const forget = () => cache.get(key)?.page === page && cache.delete(key);
          // What does not exist has any number of URLs.
          page.then(({ exists }) => exists || forget()).catch(forget);
        }
      }
      return await cache.get(key)?.page;
    } catch (err) {
      if (err instanceof AppError) throw err;
      // Terms are not logged.
      const path = key.split('?')[0];
      logger.warn({ err, page: path }, 'a public page could not be rendered');
      return undefined;
    }
  }

  async function documentOf(page: RenderedPage, url?: string): Promise<FoundPage> {
    const path = url?.split('?')[0];
    const text = fillDocument(template, {
      page,
      files: filesOf(page.modules),
      canonicalUrl: isLocal || path === undefined ? undefined : publicUrl + path,
      pictureUrl: isLocal || url === undefined ? undefined : publicUrl + pictureOf(url, page.head),
      feedUrl: datasetFeedPath,
      // Search engines list terms under the canonical URL. Another query is another view of the same page.
      isIndexed:
        url !== undefined && !page.isEmbedded && (!url.includes('?') || page.state?.hasTerms === true),
    });
    const entry = await smallCacheEntry(text);
    return { exists: true, page: { head: page.head, isEmbedded: page.isEmbedded ?? false, entry } };
  }

  return {
    async find(requested, charge) {
      // Another spelling would be another entry of the cache. Routes of pages lead to the page before they ask.
      if (pageStatus(requested) !== 200 || redirectedUrl(requested) !== undefined) return undefined;
      const { render, canonicalUrl } = (await loaded()) ?? {};
      const url = canonicalUrl?.(requested);
      if (!render || url === undefined) return undefined;
      const make = async (): Promise<FoundPage> => {
        const page = await render(url, context());
        if (page === 'left to the browser') return { exists: true };
        return page ? documentOf(page, url) : { exists: false };
      };
      return cached(url, make, charge);
    },
    async shell(url) {
      const title = (await loaded())?.titleOf(url);
      if (title === undefined) return undefined;
      const known = shells.get(title) ?? smallCacheEntry(fillTitle(template, title));
      shells.set(title, known);
      return known;
    },
    async notFound() {
      const { renderNotFound } = (await loaded()) ?? {};
      if (!renderNotFound) return undefined;
      const found = await cached('', async () => documentOf(await renderNotFound(context())));
      return found?.page?.entry;
    },
    async list() {
      return (await (await loaded())?.list(context())) ?? [];
    },
  };
}

/** Computes the day once a minute, because a formatter takes longer than the rest of a request. */
function dayInSydney(): () => string {
  let [minute, day] = [0, ''];
  return () => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, day] = [now, dayIn('Australia/Sydney', new Date())];
    return day;
  };
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(busy(retryAfterSeconds)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
