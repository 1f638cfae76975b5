import mdx from '@mdx-js/rollup';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const link = (file: string, attrs: Record<string, string>): HtmlTagDescriptor => {
  return { tag: 'link', attrs: { ...attrs, href: `/${file}`, crossorigin: true } };
};

/**
 * Preloads in the page what every first load needs, so that all of it loads in parallel: the app behind the small entry,
 * its styles, the font. The scripts as files to fetch: for a `modulepreload` the browser prepares to run modules before
 * it asks for anything.
 */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const files = Object.values(bundle);
        const app = files.find(
          (file) => file.type === 'chunk' && file.name === 'app',
        ) as Rolldown.OutputChunk;
        const scripts = [app.fileName, ...app.imports];
        const fonts = files.map(({ fileName }) => fileName).filter((name) => name.endsWith('.woff2'));
        const styles = [...(app.viteMetadata?.importedCss ?? [])];
        return [
          ...scripts.map((file) => link(file, { rel: 'preload', as: 'script' })),
          ...styles.map((file) => link(file, { rel: 'stylesheet' })),
          ...fonts.map((file) => link(file, { rel: 'preload', as: 'font', type: 'font/woff2' })),
        ];
      },
    },
  };
}

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
    preloadApp(),
    compression({ algorithms: ['brotliCompress', 'gzip'], threshold: smallestCompressedBytes }),
  ],
  build: {
    // The content security policy admits files of our own origin only: no data: URLs, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Three chunks instead of dozens of small files, each of which costs a phone a request: what every screen needs,
          // every form, and every calculator.
          groups: [
            // The entry loads the app with it, and shows a message if the app's chunk fails to load.
            { name: 'import', test: /vite\/preload-helper/, priority: 3 },
            {
              name: 'app',
              test: /src\/(app\/start|api\/|session\/|ui\/(?!feedback\/toast(-host|\.css))|parts\/(format|glossary|query|form\/typed-numbers|calculator\/(address|local-date))|.*\.constants\.ts)/,
              priority: 2,
            },
            { name: 'forms', test: /src\/parts\/(form|second-factor)\//, priority: 1 },
            { name: 'calculators', test: /src\/parts\/calculator\/[\w-]+\.tsx?$/, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': apiUrl, '/mailbox': apiUrl },
  },
});
