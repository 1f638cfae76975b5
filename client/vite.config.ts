import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { Marked, type Tokens } from 'marked';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { parse } from 'yaml';

/** YAML front matter, then Markdown. */
const guideFile = /\/content\/guides\/[^/]+\.md$/;
const frontMatter = /^---\n(.*?)\n---\n(.*)$/s;
/** A link to a dataset with the title `value`, whose text is a figure of the dataset. */
const figureLink = /\]\(\/data\/([\w-]+)[^)]*"value"\)/g;

/** Converts Markdown to JSX. A line break is a space in Markdown, but JSX removes one beside a tag. */
const markdown = new Marked({
  walkTokens: (token) => {
    if (token.type === 'text') (token as Tokens.Text).text = token.raw.replaceAll('\n', ' ');
  },
  renderer: { br: () => '<br/>', hr: () => '<hr/>' },
});

/** Guides become components: no parser and no HTML from data in the browser. */
const guides: Plugin = {
  name: 'guides',
  transform: {
    filter: { id: guideFile },
    async handler(text, id) {
      const [, head = '', body = ''] = frontMatter.exec(text) ?? [];
      const datasets = [...new Set(Array.from(body.matchAll(figureLink), ([, slug]) => slug))];
      const jsx = markdown
        .parse(body, { async: false })
        .replaceAll(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)
        .replaceAll(/(<\/?)(a|table)\b/g, '$1components.$2');
      const code = `export const head = ${JSON.stringify({ ...parse(head), datasets })};
        export default ({ components }) => <>${jsx}</>;`;
      return transformWithOxc(code, `${id}.jsx`);
    },
  },
};

/** For smaller files, compression saves less than its header costs. */
const smallestCompressedBytes = 1_000;

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    guides,
    react(),
    tailwindcss(),
    compression({ algorithms: ['brotliCompress', 'gzip'], threshold: smallestCompressedBytes }),
  ],
  build: {
    // The content security policy permits only files of the same origin: no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few chunks instead of dozens of small files, each of which needs a request: the code that every screen
          // needs, that of the forms, that of the calculators, and the code that the screens of one feature share.
          groups: [
            {
              name: 'app',
              test: /src\/(main|app\/start|api\/|session\/|ui\/(?!feedback\/toast(-host|\.css))|parts\/(datasets|format|glossary|query|form\/typed-numbers|calculator\/local-date)|.*\.constants\.ts|durations\.ts)/,
              priority: 2,
            },
            { name: 'forms', test: /src\/parts\/(form|second-factor)\//, priority: 1 },
            {
              name: 'calculators',
              test: /src\/parts\/calculator\/([\w-]+\.tsx?$|loan\/loan-inputs|scenario\/(scenario-link|option-contents|cash-rate)|saved\/save-button)/,
              priority: 0,
            },
            { name: 'charts', test: /src\/parts\/chart\/(doughnut|chart-canvas)\./, priority: 0 },
            {
              name: (id) => /features\/([\w-]+)/.exec(id)?.[1],
              test: /src\/features\//,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': apiUrl, '/mailbox': apiUrl },
  },
});
