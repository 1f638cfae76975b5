import { QueryClient, type QueryKey } from '@tanstack/react-query';
import type {
  ListedPage,
  MakePageRenderer,
  PageContext,
  PageRenderer,
  PageState,
  RenderedPage,
} from 'contract/page-renderer.ts';
import { prerender } from 'react-dom/static';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchPath,
  matchRoutes,
  StaticRouterProvider,
} from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { setServerTransport } from '#api/server-transport.ts';
import { App } from '#app/app.tsx';
import { appRoutes } from '#app/routing/router.tsx';
import { routes } from '#app/routing/routes.ts';
import type { PageData, PageUrl, PublicPage } from '#parts/page/public-page.ts';
import { setPageDay } from '#parts/page/today.ts';
import { siteQuery } from '#parts/site/site.ts';
import { titleOf } from '#ui/layout/page-heading.tsx';
import { pages } from './pages.ts';

/** A path that no route has. */
const unknownUrl = '/404';
/** How React marks a boundary whose content it could not render. */
const unfinished = '<!--$!-->';

const handler = createStaticHandler(appRoutes);

/** Makes the renderer of the public pages. The server imports the build of this file. */
export const makePageRenderer: MakePageRenderer = (read): PageRenderer => {
  setServerTransport(read);
  return {
    canonicalUrl(text) {
      const found = findPage(text);
      if (!found) return undefined;
      const { page, path, url } = found;
      const calculation = page.calculation?.(url.search);
      if (calculation) return calculation.url;
      const query = new URLSearchParams(
        (page.parameters ?? []).flatMap((name) => url.search.getAll(name).map((value) => [name, value])),
      ).toString();
      return query ? `${path}?${query}` : path;
    },
    titleOf: (text) =>
      titleOf(matchRoutes(appRoutes, new URL(text, 'http://localhost').pathname)?.at(-1)?.route.handle),
    async render(text, context) {
      const found = findPage(text);
      if (!found) return undefined;
      const { page, url } = found;
      const queries = makeQueryClient();
      const pageQueries = (await page.queries?.(url)) ?? [];
      await readQueries(queries, [siteQuery, ...pageQueries]);
      const shortKeys = shortenData(queries, pageQueries);
      const computed = await page
        .calculation?.(url.search)
        ?.compute(context.origin)
        // The page of terms that cannot be computed has no figures, and the screen says why.
        .catch(() => undefined);
      if (computed) queries.setQueryData(computed.queryKey, computed.data);
      const head = page.head({ ...url, origin: context.origin, read: readerOf(queries) });
      if (!head) return undefined;
      // The screen says in words that it differs from the URL, such as a vintage that does not exist.
      if (
        queries
          .getQueryCache()
          .getAll()
          .some(({ state }) => state.error)
      )
        return 'left to the browser';
      const markup = await renderMarkup(text, queries, context);
      if (computed) queries.setQueryData(computed.queryKey, computed.pageData);
      const module = routes.find(({ path }) => path === page.path)?.module;
      return {
        head,
        markup,
        ...(page.isEmbedded ? { isEmbedded: true } : { state: stateOf(page, queries, shortKeys, context) }),
        modules: [...(module ? [module] : []), ...(page.modules?.(url.params) ?? [])],
      };
    },
    async renderNotFound(context): Promise<RenderedPage> {
      const queries = makeQueryClient();
      await readQueries(queries, [siteQuery]);
      return {
        head: { title: 'Not found', description: 'There is no page at this URL.' },
        markup: await renderMarkup(unknownUrl, queries, context),
        modules: [],
      };
    },
    async list(): Promise<ListedPage[]> {
      const lists = await Promise.all(
        pages.map(async ({ path, queries: queriesOf, list }) => {
          if (!list) return [{ url: path }];
          const queries = makeQueryClient();
          await readQueries(
            queries,
            (await queriesOf?.({ params: {}, search: new URLSearchParams() })) ?? [],
          );
          return list(readerOf(queries));
        }),
      );
      return lists.flat();
    },
  };
};

function stateOf(
  { hasTerms = false }: PublicPage,
  queries: QueryClient,
  shortKeys: ReadonlySet<QueryKey>,
  { today }: PageContext,
): PageState {
  const known = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined);
  return {
    today,
    queries: known.map(({ queryKey, state: { data } }) =>
      shortKeys.has(queryKey) ? [queryKey, data, true] : [queryKey, data],
    ),
    hasTerms,
  };
}

function findPage(text: string): { page: PublicPage; path: string; url: PageUrl } | undefined {
  const { pathname, searchParams: search } = new URL(text, 'http://localhost');
  for (const page of pages) {
    const match = matchPath(page.path, pathname);
    if (match) return { page, path: match.pathname, url: { params: match.params, search } };
  }
  return undefined;
}

const makeQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

type Queries = Awaited<ReturnType<NonNullable<PublicPage['queries']>>>;

/** Queries that the server refuses leave the page without their data. */
async function readQueries(queries: QueryClient, list: Queries): Promise<void> {
  await Promise.all(
    list.map((query) => queries.prefetchQuery(query as Parameters<QueryClient['prefetchQuery']>[0])),
  );
  for (const { state } of queries.getQueryCache().getAll()) {
    const isRefusal = state.error instanceof ApiError && state.error.code !== undefined;
    if (state.error && !isRefusal) throw state.error;
  }
}

/** Returns the keys of the responses that lack something now. */
function shortenData(queries: QueryClient, list: Queries): ReadonlySet<QueryKey> {
  const keys = new Set<QueryKey>();
  for (const { queryKey, shorten, isEnough = false } of list) {
    const data = queries.getQueryData<never>(queryKey);
    if (!shorten || data === undefined) continue;
    queries.setQueryData(queryKey, shorten(data));
    if (!isEnough) keys.add(queryKey);
  }
  return keys;
}

const readerOf =
  (queries: QueryClient): PageData['read'] =>
  ({ queryKey, select }) => {
    const data = queries.getQueryData<never>(queryKey);
    return data === undefined ? undefined : select ? select(data) : data;
  };

async function renderMarkup(
  path: string,
  queries: QueryClient,
  { today, origin }: PageContext,
): Promise<string> {
  const routing = await handler.query(new Request(new URL(path, origin)));
  if (routing instanceof Response) throw new Error(`${path} redirects.`);
  if (routing.errors) throw Object.values(routing.errors)[0];
  const app = (
    <App queries={queries}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, routing)}
        context={routing}
        // It would write an inline script.
        hydrate={false}
      />
    </App>
  );
  setPageDay(today);
  const markup = renderToString(app);
  if (!markup.includes(unfinished)) return markup;
  // The first page loads lazy parts, for which `renderToString` does not wait.
  await prerender(app);
  setPageDay(today);
  const complete = renderToString(app);
  if (complete.includes(unfinished)) throw new Error(`${path} could not be rendered as a whole.`);
  return complete;
}
