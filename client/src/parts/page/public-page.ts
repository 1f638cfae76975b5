import type { QueryKey } from '@tanstack/react-query';
import type { ListedPage, PageHead } from 'contract/page-renderer.ts';

/** A query whose response the server reads before it renders the page. */
interface PageQuery<Response, Data> {
  queryKey: QueryKey;
  queryFn?: unknown;
  select?: ((response: Response) => Data) | undefined;
  /** Leaves out of the response what the page does not display, or writes it shorter. */
  shorten?: (response: Response) => unknown;
  /** Whether screens need no more than the shorter response. Otherwise the browser requests the whole one after the takeover. */
  isEnough?: boolean;
}

type AnyQuery = PageQuery<never, unknown>;

export interface PageUrl {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface PageData extends PageUrl {
  origin: string;
  /** The data of one of the page's queries; undefined if it failed. */
  read: <Response, Data = Response>(query: PageQuery<Response, Data>) => Data | undefined;
}

/** A calculation as the query from which the screen restores it. */
interface ComputedPage {
  queryKey: QueryKey;
  data: unknown;
  /** What the browser receives, from which the screen's route restores the data. */
  pageData: unknown;
}

/** A calculator whose terms are in the query of its URL. */
export interface PageCalculation {
  /** The URL of the terms, by which equal terms are recognized. */
  url: string;
  compute: (origin: string) => Promise<ComputedPage>;
}

/**
 * What the server needs to send a screen as a page: the title and the description that search engines and previews display, and
 * the data that the text of the screen needs. The browser never loads it.
 */
export interface PublicPage {
  /** The path of the screen's route. */
  path: string;
  /** The parameters in the query on which the page depends; the server ignores all others. */
  parameters?: readonly string[];
  /** The screen's own queries. */
  queries?: (url: PageUrl) => readonly AnyQuery[] | Promise<readonly AnyQuery[]>;
  /** The calculation of the terms in the URL; undefined without terms. */
  calculation?: (search: URLSearchParams) => PageCalculation | undefined;
  /** Undefined if there is nothing at the URL. */
  head: (page: PageData) => PageHead | undefined;
  /** The pages for search engines, by default the path itself. */
  list?: (read: PageData['read']) => readonly ListedPage[];
  /** Further source files that the screen loads, relative to the client's folder. */
  modules?: (params: PageUrl['params']) => readonly string[];
  /** Whether the fragment of the URL may contain terms. */
  hasTerms?: boolean;
  /** Whether other sites may display the page in a frame. It has no script. */
  isEmbedded?: boolean;
}
