import type { OperationName } from './operations.ts';

/** The figure of a page, for the picture in the preview of a link. */
export interface PageFigure {
  /** Such as `4.60%`. */
  value: string;
  /** Such as `Up 0.25 from 4.35 on 30 Sept 2026`. */
  label: string;
  /** The course of the figure, drawn as a line; null breaks it. */
  points?: readonly (number | null)[];
}

export interface PageHead {
  /** The title of the document, without the product's name. Undefined for the landing page. */
  title?: string;
  /** One sentence, for search results and previews. */
  description: string;
  /** The title of a preview, if it contains more than the title of the document, such as the result of terms. */
  headline?: string;
  figure?: PageFigure;
  /** Structured data (schema.org), without `url`. */
  jsonLd?: Readonly<Record<string, unknown>>;
  /** Whether the page links the Atom feed. */
  hasFeed?: boolean;
}

/** What the browser needs to continue from the server's page. */
export interface PageState {
  /** The day on which the page was rendered. */
  today: string;
  /** The keys and the responses of the page's queries. A shortened response lacks what the page does not display. */
  queries: readonly (readonly [key: readonly unknown[], data: unknown, isShortened?: boolean])[];
  /** Whether the fragment of the URL may contain terms, which the server does not receive. */
  hasTerms: boolean;
}

export interface RenderedPage {
  head: PageHead;
  /** The content of the root element. */
  markup: string;
  /** Undefined if the browser continues without it. */
  state?: PageState;
  /** Whether other sites may display the page in a frame. It has no script. */
  isEmbedded?: boolean;
  /** The source files of the screen, by which the build's manifest finds its scripts and styles. */
  modules: readonly string[];
}

export interface ListedPage {
  url: string;
  /** The day of the last change, if it is known. */
  changed?: string | undefined;
}

export interface PageContext {
  /** The day in Sydney, where most readers are. */
  today: string;
  origin: string;
}

/** The response of a public operation, as the API sends it. */
export type PublicRead = (
  operation: OperationName,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> },
) => Promise<{ status: number; body: unknown }>;

/** The client's build for the server, in `client/dist-pages`, exports a function that makes it. */
export interface PageRenderer {
  /**
   * The URL with the parameters that the page depends on, in one order and spelling. Undefined if the URL is not that of
   * a public page.
   */
  canonicalUrl: (url: string) => string | undefined;
  /** The title of the screen at a URL, public or not, without the product's name. */
  titleOf: (url: string) => string | undefined;
  /**
   * The page at a canonical URL. Undefined if what it describes does not exist. The screen of a URL with refused parameters
   * is left to the browser.
   */
  render: (url: string, context: PageContext) => Promise<RenderedPage | 'left to the browser' | undefined>;
  /** The page for URLs that do not exist. */
  renderNotFound: (context: PageContext) => Promise<RenderedPage>;
  /** The pages for search engines. */
  list: (context: PageContext) => Promise<readonly ListedPage[]>;
}

export type MakePageRenderer = (read: PublicRead) => PageRenderer;
