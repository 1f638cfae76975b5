import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { Marked, type Tokens } from 'marked';
import { defineConfig, type EnvironmentOptions, minify, type Plugin, transformWithOxc } from 'vite';
import { parse } from 'yaml';
import { oldestBrowsers } from './oldest-browsers.ts';

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

const lockFile = await readFile(path.join(import.meta.dirname, '../package-lock.json'));
/** Files of this folder are cached for a year, and the packages change with the lock file. */
const licensesFile = `assets/${createHash('sha256').update(lockFile).digest('hex').slice(0, 8)}-licenses.txt`;

/** Vite lists packages by their modules. Of these, the build has a font, styles and the table of countries. */
const furtherPackages = ['@fontsource-variable/geist-mono', 'countries-list', 'tailwindcss'];

/** Adds them to Vite's list, in the same format. */
const furtherLicenses: Plugin = {
  name: 'further-licenses',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    async handler({ dir = '' }) {
      for (const name of furtherPackages) {
        const folder = path.join(import.meta.dirname, '../node_modules', name);
        const { version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
        const text = await readFile(path.join(folder, 'LICENSE'), 'utf8');
        await appendFile(
          path.join(dir, licensesFile),
          `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`,
        );
      }
    },
  },
};

/** For smaller files, compression saves less than its header costs. */
const smallestCompressedBytes = 1_000;

/** Writes compressed copies beside the files, which the server sends as they are. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const names = await readdir(dir, { recursive: true });
    const texts = names.filter((name) => /\.(css|html|js|svg|txt)$/.test(name));
    await Promise.all(texts.map((name) => writeCompressed(path.join(dir, name))));
  },
};

async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallestCompressedBytes) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

const browsers = Object.entries(oldestBrowsers);

const tooOldText: Plugin = {
  name: 'too-old-text',
  transformIndexHtml: (html) =>
    html.replace('%OLDEST_BROWSERS%', browsers.map((browser) => browser.join(' ')).join(', ')),
};

const lazyScreen = /load: \(\) => import\('([^']+)'\)/g;

/** Adds the source file of its screen to each route, by which the server links the scripts and styles of a page. */
const screenModules: Plugin = {
  name: 'screen-modules',
  enforce: 'pre',
  transform: {
    filter: { id: /\/routes\.tsx?$/ },
    handler: (code, id) =>
      code.replaceAll(lazyScreen, (load, file: string) => {
        const source = file.startsWith('#')
          ? file.replace('#', 'src/')
          : path.relative(import.meta.dirname, path.join(path.dirname(id), file));
        return `module: ${JSON.stringify(source)}, ${load}`;
      }),
  },
};

const beforePaint = await minify(
  'before-paint.js',
  await readFile(path.join(import.meta.dirname, 'before-paint.js'), 'utf8'),
  { module: true },
);
const beforePaintFile = `assets/before-paint-${createHash('sha256').update(beforePaint.code).digest('hex').slice(0, 8)}.js`;

/** Adds a script that blocks the first paint. Vite bundles modules only, which do not block it. */
const beforePaintScript: Plugin = {
  name: 'before-paint',
  apply: 'build',
  transformIndexHtml: (page) =>
    page.replace('<title>', `<script src="/${beforePaintFile}"></script>\n    <title>`),
  generateBundle() {
    // A block of its own: the names in a classic script are those of all scripts.
    this.emitFile({ type: 'asset', fileName: beforePaintFile, source: `{${beforePaint.code}}` });
  },
};

const calculatorFeatures =
  /\/features\/(loans|savings|buying|study-loan|statements|switching|take-home-pay)\//;

/** Writes the service worker with the list of the files that the shell and the calculators need. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    // After the plugin that removes the scripts of styles.
    order: 'post',
    async handler(_options, bundle) {
      const files = new Set(['/index.html', `/${beforePaintFile}`]);
      const addChunk = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || files.has(`/${name}`)) return;
        files.add(`/${name}`);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(`/${css}`);
        // The first chunk imports every screen.
        const isCalculator = !chunk.moduleIds.some((id) => id.includes('/src/app/'));
        for (const imported of [...chunk.imports, ...(isCalculator ? chunk.dynamicImports : [])])
          addChunk(imported);
      };
      for (const [name, file] of Object.entries(bundle)) {
        if (/latin-wght-normal.*woff2$/.test(name)) files.add(`/${name}`);
        if (file.type !== 'chunk') continue;
        if (file.isEntry || calculatorFeatures.test(file.facadeModuleId ?? '')) addChunk(name);
      }
      const list = JSON.stringify([...files].toSorted());
      const hash = createHash('sha256').update(list).digest('hex').slice(0, 8);
      const source = await readFile(path.join(import.meta.dirname, 'service-worker.js'), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: source.replace('%CACHE_NAME%', `shell-${hash}`).replace("['%FILES%']", list),
      });
    },
  },
};

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** The renderer of the public pages, which the server imports. */
const pageRenderer: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { noExternal: true },
  build: {
    ssr: 'src/app/pages/render.tsx',
    outDir: 'dist-pages',
    copyPublicDir: false,
    minify: true,
    // Packages declare what a framework's server would treat otherwise.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
};

const browserApp: EnvironmentOptions = {
  build: {
    target: browsers.map(([name, version]) => name.toLowerCase() + version),
    // By which the server finds the scripts and styles of a page.
    manifest: true,
    license: { fileName: licensesFile },
    // The content security policy permits only files of the same origin: no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Otherwise the scales of Chart.js that read their base class's defaults stay, although nothing uses them.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first script lists the names of all chunks, so each character counts 150 times.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // A few chunks instead of dozens of small files, each of which needs a request: the code that every screen
          // needs, that of the forms, that of the calculators, and the code that the screens of one feature share.
          groups: [
            {
              name: 'app',
              test: /src\/(main|app\/start|api\/|session\/|ui\/(?!compatibility\.ts|feedback\/(toast(-host|\.css)|tag|progress-bar)|controls\/(field|input|labelled-select|checkbox|radio|password-input|segmented|unit-input|pagination|(link-)?tabs)|layout\/(row-)?table|overlays\/(action-menu|confirm|popovers))|parts\/(datasets|format|query|form\/typed-fields|calculator\/local-date)|durations\.ts|typed-numbers\.ts|formats\.ts)/,
              priority: 2,
            },
            {
              name: 'fields',
              test: /src\/(ui\/(?!compatibility\.ts|feedback\/toast)|parts\/(navigation\/unrecognized-link-parts|search\/best-matches|calculator\/(amount-input|calculator-url|scenario\/cash-rate))\.)/,
              priority: 1,
            },
            // The links to the calculators of other screens.
            {
              name: 'options',
              test: /contract\/src\/(scenarios\/(option-links|scenario-options)|calculations\/url-pairs)/,
              priority: 1,
            },
            { name: 'forms', test: /src\/parts\/(form|second-factor)\//, priority: 1 },
            // Guides and datasets need it without the calculators.
            { name: 'glossary', test: /src\/parts\/glossary\//, priority: 1 },
            {
              name: 'calculators',
              test: /src\/parts\/calculator\/([\w-]+\.tsx?$|loan\/loan-inputs|scenario\/(scenario-link|option-contents|cash-rate)|saved\/save-button)/,
              priority: 0,
            },
            {
              name: 'charts',
              test: /src\/(parts\/chart\/(doughnut|chart|chart-svg)\.|charts\/(axis|chart-))/,
              priority: 0,
            },
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
};

const inEnvironment = (only: string, plugins: Plugin[]): Plugin[] =>
  plugins.map((plugin) => ({ ...plugin, applyToEnvironment: ({ name }) => name === only }));

export default defineConfig(({ command }) => ({
  plugins: [
    guides,
    inEnvironment('ssr', [screenModules]),
    tooOldText,
    // Refreshes changed components during development. Vite itself transforms JSX.
    command === 'serve' && import('@vitejs/plugin-react').then(({ default: react }) => react()),
    inEnvironment('client', [
      ...tailwindcss(),
      furtherLicenses,
      beforePaintScript,
      serviceWorker,
      compressedCopies,
    ]),
  ],
  define: { 'import.meta.env.LICENSES_URL': JSON.stringify(`/${licensesFile}`) },
  environments: { client: browserApp, ...(command === 'build' && { ssr: pageRenderer }) },
  server: {
    proxy: { '/api': apiUrl, '/mailbox': apiUrl },
  },
}));
