import type { RenderedPage } from 'contract/page-renderer.ts';

/** The page of a built client. */
export const template = `<!doctype html><html><head><title>Declassified</title>
<meta name="description" content="The client's page." />
<script type="module" src="/assets/app-1.js"></script><link rel="stylesheet" href="/assets/app-1.css">
</head><body><div id="root"><p class="not-loaded">Not loaded.</p></div><noscript>Needs JavaScript.</noscript></body></html>`;
/** Vite's list of its files. */
export const manifest = {
  'index.html': { file: 'assets/app-1.js', css: ['assets/app-1.css'] },
  'src/about.tsx': {
    file: 'assets/about-2.js',
    css: ['assets/about-2.css'],
    imports: ['index.html', '_ui.js'],
  },
  '_ui.js': { file: 'assets/ui-3.js', css: ['assets/ui-3.css'], imports: ['index.html'] },
};

/** Text that ends elements, strings and lines where it is not escaped. */
export const hostile = '</script><script>alert(1)</script>\u2028"\'&';

/** What a renderer returns for a URL. */
export function pageOf(url: string, contactEmail: string): RenderedPage {
  const terms = decodeURIComponent(url.split('?')[1] ?? '');
  return {
    head: {
      title: `Page ${url.split('?')[0]}`,
      description: hostile,
      jsonLd: { '@type': 'Article', name: hostile },
      ...(terms && { figure: { value: '$5', label: 'a month', points: [1, null, 2, 3] } }),
    },
    markup: `<h1>${url.includes('about') ? 'About' : 'Page'}</h1><p>${contactEmail}</p>`,
    state: {
      today: '2026-11-28',
      queries: [[[hostile], terms]],
      hasTerms: Boolean(terms) && !terms.includes('as='),
    },
    modules: ['src/about.tsx'],
  };
}
