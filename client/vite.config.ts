import mdx from '@mdx-js/rollup';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** A link to a dataset whose title says that its text is a figure of it. */
const figureLink = /\]\(\/data\/([\w-]+)[^)]*"value"\)/g;

interface RemarkFile {
  value: string | Uint8Array;
}

/** Adds the datasets whose figures a guide quotes to its head. */
const remarkDatasets = () => (tree: { children: { type: string; value?: string }[] }, file: RemarkFile) => {
  const slugs = new Set(Array.from(String(file.value).matchAll(figureLink), ([, slug]) => slug));
  const head = tree.children.find(({ type }) => type === 'yaml');
  if (head) head.value = `${head.value}\ndatasets: [${[...slugs].join(', ')}]`;
};

/** Guides become components: no parser and no HTML from data in the browser. */
const guides = {
  ...mdx({
    format: 'md',
    remarkPlugins: [remarkFrontmatter, remarkDatasets, [remarkMdxFrontmatter, { name: 'head' }], remarkGfm],
  }),
  enforce: 'pre' as const,
};

/** Smaller files gain less than the header costs. */
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
    // The content security policy admits files of our own origin only: no data: URLs, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few chunks instead of dozens of small files, each of which costs a phone a request: what every screen needs,
          // every form, every calculator, and what the screens of one feature share.
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
