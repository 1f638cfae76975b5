import mdx from '@mdx-js/rollup';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, defineConfig } from 'vite';

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

/** Guides become components: no parser and no HTML from data in the browser. */
const guides = {
  ...mdx({
    format: 'md',
    remarkPlugins: [remarkFrontmatter, [remarkMdxFrontmatter, { name: 'head' }], remarkGfm],
  }),
  enforce: 'pre' as const,
};

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [guides, react(), tailwindcss(), preloadApp()],
  build: {
    // The content security policy admits files of our own origin only: no data: URLs, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two chunks for every first load, each with everything that it imports: the entry and the app. Without the
          // groups, what they share is split into a dozen small files.
          groups: [
            { name: 'entry', test: /src\/main\.ts$/, priority: 5 },
            { name: 'app', test: /src\/app\/start\.tsx$/, priority: 4 },
            // The guides and the data core are read, without a form: nothing else is to come with them.
            {
              name: 'reading',
              test: /src\/features\/(guides|datasets)\/[^/]+-screen\.tsx$/,
              priority: 3.5,
            },
            // One chunk each: what every form is made of, what validates it and loads later, and the account's
            // screens, which lead to one another.
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@tanstack)\/|src\/(ui|api|session|parts)\/[^.]+\.tsx?$/,
              minShareCount: 3,
              priority: 3,
            },
            {
              name: 'schemas',
              test: /node_modules\/(zod|@hookform)\/|contract\/src\/(fields|route)\.ts$/,
              priority: 2,
            },
            {
              name: 'access',
              test: /src\/features\/accounts\/|contract\/src\/durations/,
              priority: 1,
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
