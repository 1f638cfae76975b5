// The rules of the linter. `boundaries` states which folder may import which; docs/architecture.md explains it.

/** The folders of `#` that the files of a folder may import; `message` says why no others. */
const only = (message, ...folders) => ({
  group: ['#*', '#*/**', ...folders.map((folder) => `!#${folder}`)],
  message,
});
const no = (regex, message) => ({ regex, message });

const upwards = no(String.raw`^\.\./`, 'Import across folders by name.');
const outOfArea = no(String.raw`^\.\./\.\./`, 'Import across areas by name.');
const client = no('^client(/|$)', 'The server never imports the client.');
const server = no('^(server|#server|@prisma/|node:)', 'The client never imports the server.');
const fastify = no('^(#plugins/|fastify|@fastify/)', 'Services know no Fastify.');
const modules = no('^#modules/', 'A module never imports another.');
const prisma = no(
  '^(@prisma/|#generated/)',
  'Prisma stays in services, queries, audit, auth, domain and platform.',
);
const start = no(
  String.raw`^#(app|main|tasks)\.ts$|^#platform/config/`,
  'Modules take what they need as dependencies.',
);

const platform = ['platform/**', 'generated/**', 'errors.ts', 'root-folders.ts'];
const auth = ['auth/**', 'audit/**', 'settings/**', ...platform];
const features = only(
  'Features import session, parts, ui and api, and no other feature.',
  'parts/**',
  'session/**',
  'ui/**',
  'api/**',
);

/** What the files of a folder must not import. Where several rows match a file, the last one counts. */
export const boundaries = [
  [
    'contract/src/**',
    upwards,
    { group: ['**', '!zod', '!./**', '!contract/**'], message: 'The contract imports zod only.' },
  ],

  [
    'engine/src/**',
    upwards,
    {
      group: ['**', '!./**', '!engine/**', '!contract/**'],
      message: 'The engine imports the contract and itself.',
    },
  ],

  ['server/src/**', upwards, client],
  [
    'server/src/platform/**',
    upwards,
    client,
    only('The platform knows nothing of the product.', ...platform),
  ],
  [
    'server/src/settings/**',
    upwards,
    client,
    only('Settings import the platform.', 'settings/**', ...platform),
  ],
  [
    'server/src/audit/**',
    upwards,
    client,
    only('The writer of the audit trail imports the platform.', 'audit/**', ...platform),
  ],
  ['server/src/auth/**', upwards, client, only('Auth imports audit, settings and the platform.', ...auth)],
  [
    'server/src/domain/**',
    upwards,
    client,
    only('The domain imports auth, and what auth imports.', 'domain/**', ...auth),
  ],
  [
    'server/src/doctor/**',
    upwards,
    client,
    only('The doctor works where the app cannot start.', 'doctor/**', 'domain/**', 'auth/**', ...platform),
  ],
  [
    'server/src/plugins/**',
    upwards,
    client,
    prisma,
    no(String.raw`^#(modules/|app\.ts$)`, 'Plugins know neither modules nor the app.'),
  ],
  ['server/src/modules/**', upwards, client, start, fastify, modules],
  ['server/src/modules/*/*/**', outOfArea, client, start, fastify, modules],
  ['server/src/modules/**/*.routes.ts', upwards, client, start, prisma, modules],

  ['client/src/**', upwards, server],
  ['client/src/ui/**', upwards, server, only('The design system knows no data.', 'ui/**', 'styles/**')],
  ['client/src/api/**', upwards, server, only('The API caller knows neither session nor screens.', 'api/**')],
  [
    'client/src/session/**',
    upwards,
    server,
    only('The session imports the API caller.', 'session/**', 'api/**'),
  ],
  [
    'client/src/parts/**',
    upwards,
    server,
    only('Parts import session, ui and api.', 'parts/**', 'session/**', 'ui/**', 'api/**'),
  ],
  ['client/src/features/**', upwards, server, features],
  ['client/src/features/*/*/**', outOfArea, server, features],

  ['client/test/**', upwards],
  ['**/*.test.{ts,tsx}', no(String.raw`^\.\./\.\./`, 'Import across areas by name.')],
];

const useForm = { name: 'react-hook-form', importNames: ['useForm'], message: 'Forms use useApiForm.' };
const useMutation = {
  name: '@tanstack/react-query',
  importNames: ['useMutation'],
  message: 'Mutations use useApiMutation.',
};

const restricted = (patterns, paths = []) => ({ 'no-restricted-imports': ['error', { paths, patterns }] });
const isClient = (files) => files.startsWith('client/src/');

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest', 'node'],
  jsPlugins: ['./oxlint.rules.mjs'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  options: { denyWarnings: true },
  ignorePatterns: ['**/generated/**', '**/dist/**', '**/dist-pages/**', '**/node_modules/**', '**/.data/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
    eqeqeq: 'error',
    'no-console': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/method-signature-style': 'error',
    'typescript/consistent-return': 'off',
    'consistent-return': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'oxc/no-map-spread': 'off',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', '**.expect'] }],
    'node/no-process-env': 'error',
    'project/clean-up-only': 'error',
    'project/counted-nouns': 'error',
    'project/australian-formats': 'error',
  },
  overrides: [
    ...boundaries.map(([files, ...patterns]) => ({
      files: [files],
      rules: restricted(patterns, isClient(files) ? [useForm, useMutation] : []),
    })),
    {
      files: ['client/src/**', 'contract/src/**', 'engine/src/**'],
      rules: { 'project/oldest-browsers': 'error' },
    },
    // Tests run in Node.js.
    {
      files: ['client/src/ui/compatibility.ts', '**/*.test.{ts,tsx}'],
      rules: { 'project/oldest-browsers': 'off' },
    },
    {
      files: [
        'scripts/**',
        'server/src/platform/config/config.ts',
        '**/*.config.ts',
        'server/test/**',
        'e2e/**',
        'bench/**',
        'engine/conformance/**',
      ],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off', 'import/no-default-export': 'off' },
    },
    {
      files: ['server/src/main.ts', 'server/src/commands/**'],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
    {
      files: [
        'server/src/plugins/**',
        'client/src/**/*-screen.tsx',
        'client/src/**/*-tab.tsx',
        'client/src/styles/colors-plugin.ts',
        'oxlint.config.mjs',
        'oxlint.rules.mjs',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['**/*.test.{ts,tsx}', 'e2e/**'], rules: { 'max-lines': ['error', { max: 400 }] } },
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  ],
};
