import { site } from 'contract/texts.ts';
import type { PageHead, RenderedPage } from 'contract/page-renderer.ts';
import { type Html, html } from '#platform/mail/html.ts';
import type { PageFiles } from './page-files.ts';

/** The parts of the client's page that a document replaces. */
const parts = {
  title: /<title>.*?<\/title>/s,
  description: /<meta\s+name="description".*?\/>/s,
  headEnd: /<\/head>/,
  root: /<div id="root">(.*?)<\/div>/s,
  script: /<script\b[^>]*><\/script>/g,
  preloadedScript: /<link rel="modulepreload"[^>]*>/g,
  noScript: /<noscript>.*?<\/noscript>/s,
};

interface DocumentParts {
  page: RenderedPage;
  files: PageFiles;
  /** The URL without terms; undefined on a machine that serves only itself, and for pages that do not exist. */
  canonicalUrl: string | undefined;
  /** The URL of the preview picture. */
  pictureUrl: string | undefined;
  feedUrl: string;
  isIndexed: boolean;
}

/**
 * Fills the client's page with a rendered page.
 * @throws {Error} if the client's page has another form.
 */
export function fillDocument(template: string, { page, files, ...links }: DocumentParts): string {
  for (const [name, pattern] of Object.entries(parts)) {
    if (template.search(pattern) < 0 && pattern !== parts.preloadedScript)
      throw new Error(`The client's page has no ${name}.`);
  }
  const { head, markup, state, isEmbedded = false } = page;
  const notLoaded = parts.root.exec(template)?.[1] ?? '';
  const data = state ? dataBlock('application/json', state, stateId) : '';
  return (isEmbedded ? template.replaceAll(parts.script, '').replaceAll(parts.preloadedScript, '') : template)
    .replace(parts.title, () => titleElement(head))
    .replace(parts.description, () => html`<meta name="description" content="${head.description}" />`.markup)
    .replace(
      parts.headEnd,
      () =>
        `${state ? paintedWhole : ''}${headTags(head, isEmbedded ? { ...files, scripts: [] } : files, links)}</head>`,
    )
    .replace(parts.noScript, '')
    .replace(parts.root, () => `<div id="root">${markup}</div>${isEmbedded ? '' : notLoaded}${data}`);
}

const stateId = 'page-state';

/** A browser that paints a part of the page would move it when the rest arrives. The state is at the end. */
const paintedWhole = `<link rel="expect" href="#${stateId}" blocking="render" />`;

const titleElement = ({ title }: Pick<PageHead, 'title'>) =>
  html`<title>${title === undefined ? site.name : `${title} · ${site.name}`}</title>`.markup;

/** The client's page without content, which has the title of its screen before the scripts run, or without them. */
export const fillTitle = (template: string, title: string): string =>
  template.replace(parts.title, () => titleElement({ title }));

type Links = Omit<DocumentParts, 'page' | 'files'>;

function headTags(head: PageHead, { styles, scripts }: PageFiles, links: Links): string {
  const { title = site.name, description, headline = title, jsonLd, hasFeed, figure } = head;
  const { canonicalUrl, pictureUrl, feedUrl, isIndexed } = links;
  const tags: Html[] = [
    ...styles.map((url) => html`<link rel="stylesheet" crossorigin href="${url}" />`),
    ...scripts.map((url) => html`<link rel="modulepreload" crossorigin href="${url}" />`),
    property('og:site_name', site.name),
    property('og:type', jsonLd?.['@type'] === 'Article' ? 'article' : 'website'),
    property('og:title', headline),
    property('og:description', description),
  ];
  if (!isIndexed) tags.push(html`<meta name="robots" content="noindex" />`);
  if (hasFeed) {
    tags.push(
      html`<link
        rel="alternate"
        type="application/atom+xml"
        title="New figures and guides"
        href="${feedUrl}"
      />`,
    );
  }
  if (canonicalUrl !== undefined) {
    tags.push(html`<link rel="canonical" href="${canonicalUrl}" />`, property('og:url', canonicalUrl));
  }
  if (pictureUrl !== undefined) {
    const text = [headline, figure?.value, figure?.label].filter(Boolean).join(': ');
    tags.push(
      property('og:image', pictureUrl),
      property('og:image:width', '1200'),
      property('og:image:height', '630'),
      property('og:image:alt', text),
      html`<meta name="twitter:card" content="summary_large_image" />`,
    );
  }
  const structured = jsonLd
    ? dataBlock('application/ld+json', {
        '@context': 'https://schema.org',
        ...jsonLd,
        ...(canonicalUrl !== undefined && { url: canonicalUrl }),
      })
    : '';
  return tags.map(({ markup }) => markup).join('') + structured;
}

const property = (name: string, content: string): Html =>
  html`<meta property="${name}" content="${content}" />`;

/** A script element that no browser runs. No text in it ends the element. */
function dataBlock(type: string, data: unknown, id?: string): string {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${text}</script>`;
}
