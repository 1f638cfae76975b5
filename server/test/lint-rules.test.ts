import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { useFolder } from '#test/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const ofTheServer = ['server/src/app.ts', '@prisma/client', 'node:fs'];
const ofTheClient = ['client/src/main.ts'];

/** The imports that each file must not have, and those that it may have. */
const imports: Record<string, { refused: string[]; admitted: string[] }> = {
  'contract/src/a.ts': {
    refused: ['react', 'node:fs', '#domain/a.ts', '../a.ts'],
    admitted: ['zod', './b.ts', 'contract/users/b.ts'],
  },
  'engine/src/a.ts': {
    refused: ['zod', 'react', 'node:fs', '#domain/a.ts', '../a.ts', ...ofTheServer, ...ofTheClient],
    admitted: ['./b.ts', 'engine/schedules/b.ts', 'contract/loans/b.ts'],
  },
  'server/src/a.ts': {
    refused: [...ofTheClient, '../a.ts'],
    admitted: ['./b.ts', '#modules/b.ts', 'contract/b.ts', 'fastify'],
  },
  'server/src/auth/a.ts': {
    refused: [...ofTheClient, '#domain/a.ts', '#modules/a.ts', '#plugins/a.ts', '#app.ts'],
    admitted: [
      './b.ts',
      '#auth/b.ts',
      '#audit/b.ts',
      '#settings/b.ts',
      '#platform/b.ts',
      '#generated/b.ts',
      '#errors.ts',
      'contract/b.ts',
    ],
  },
  'server/src/domain/a.ts': {
    refused: [
      ...ofTheClient,
      '#modules/a.ts',
      '#plugins/a.ts',
      '#app.ts',
      '#plugins/route.ts',
      '../errors.ts',
    ],
    admitted: ['./b.ts', '#auth/b.ts', '#platform/b.ts', '#generated/b.ts', '#errors.ts', 'contract/b.ts'],
  },
  'server/src/platform/a.ts': {
    refused: [...ofTheClient, '#auth/a.ts', '#domain/a.ts', '#modules/a.ts', '#plugins/a.ts', '#app.ts'],
    admitted: [
      './b.ts',
      '#platform/b.ts',
      '#generated/b.ts',
      '#platform/config/config.ts',
      '#errors.ts',
      'pg',
    ],
  },
  'server/src/audit/a.ts': {
    refused: [...ofTheClient, '#auth/a.ts', '#domain/a.ts', '#modules/a.ts', '#plugins/a.ts', '#app.ts'],
    admitted: ['./b.ts', '#platform/b.ts', '#generated/b.ts', '#errors.ts'],
  },
  'server/src/settings/a.ts': {
    refused: [...ofTheClient, '#auth/a.ts', '#domain/a.ts', '#modules/a.ts', '#plugins/a.ts', '#app.ts'],
    admitted: ['./b.ts', '#platform/b.ts', '#generated/b.ts', '#errors.ts'],
  },
  'server/src/doctor/a.ts': {
    refused: [...ofTheClient, '#modules/a.ts', '#app.ts', '#main.ts'],
    admitted: ['./b.ts', '#doctor/b.ts', '#domain/b.ts', '#platform/b.ts', '#platform/config/config.ts'],
  },
  'server/src/plugins/a.ts': {
    refused: [...ofTheClient, '#modules/a.ts', '@prisma/client', '#generated/a.ts'],
    admitted: ['./b.ts', '#domain/b.ts', '#platform/b.ts', '#errors.ts', 'fastify'],
  },
  'server/src/modules/users/a.routes.ts': {
    refused: [...ofTheClient, '#modules/a.ts', '@prisma/client', '#generated/a.ts', '#app.ts'],
    admitted: ['./b.ts', '#domain/b.ts', '#plugins/b.ts', '#plugins/route.ts', 'fastify'],
  },
  'server/src/modules/users/a.service.ts': {
    refused: [
      ...ofTheClient,
      '#modules/a.ts',
      '#plugins/a.ts',
      '#plugins/route.ts',
      '#app.ts',
      'fastify',
      '@fastify/jwt',
    ],
    admitted: ['./b.ts', '#domain/b.ts', '#platform/b.ts', '#generated/b.ts', '#errors.ts'],
  },
  'server/src/modules/calculations/cash-rate/a.ts': {
    refused: [...ofTheClient, '#modules/a.ts', '#plugins/a.ts', 'fastify', '../../users/a.ts'],
    admitted: ['./b.ts', '../b.ts', '#domain/b.ts'],
  },
  'server/src/modules/users/a.ts': {
    refused: [...ofTheClient, '#modules/a.ts', '#plugins/a.ts', 'fastify'],
    admitted: ['./b.ts', '#domain/b.ts', '#generated/b.ts'],
  },
  'client/src/ui/a.tsx': {
    refused: [...ofTheServer, '#api/a.ts', '#session/a.ts', '#parts/a.tsx', '#features/a.tsx', '#app/a.ts'],
    admitted: ['./b.ts', '#ui/b.tsx', '#styles/b.css', 'contract/b.ts', 'react'],
  },
  'client/src/api/a.ts': {
    refused: [...ofTheServer, '#session/a.ts', '#ui/a.tsx', '#parts/a.tsx', '#features/a.tsx', '#app/a.ts'],
    admitted: ['./b.ts', '#api/b.ts', 'contract/b.ts'],
  },
  'client/src/session/a.ts': {
    refused: [...ofTheServer, '#ui/a.tsx', '#parts/a.tsx', '#features/a.tsx', '#app/a.ts'],
    admitted: ['./b.ts', '#session/b.ts', '#api/b.ts', 'contract/b.ts'],
  },
  'client/src/parts/a.tsx': {
    refused: [...ofTheServer, '#features/a.tsx', '#app/layout.tsx'],
    admitted: ['./b.ts', '#parts/b.tsx', '#ui/b.tsx', '#session/b.ts', '#api/b.ts'],
  },
  'client/src/features/users/a.tsx': {
    refused: [...ofTheServer, '#features/loans/a.tsx', '#app/layout.tsx', '../loans/a.tsx'],
    admitted: ['./b.ts', '#parts/b.tsx', '#ui/b.tsx', '#session/b.ts', '#api/b.ts'],
  },
  'client/src/features/loans/scenario/a.tsx': {
    refused: [...ofTheServer, '#features/users/a.tsx', '#app/layout.tsx', '../../users/a.tsx'],
    admitted: ['./b.ts', '../b.tsx', '#parts/b.tsx', '#session/b.ts'],
  },
  'client/src/app/a.tsx': {
    refused: [...ofTheServer, '../main.ts'],
    admitted: ['./b.ts', '#features/b.tsx', '#session/b.ts', '#ui/b.tsx'],
  },
};

/** Each line is a callback whose result React would call as a clean-up function. */
const refusedCallbacks = `
  useEffect(() => element.focus(), []);
  useLayoutEffect(() => element?.scrollIntoView(), []);
  useEffect(() => { if (element) return element.focus(); return undefined; }, []);
  useEffect(function () { try { return element.focus(); } finally { other(); } }, []);
  React.useEffect(() => (element ? element.select() : undefined), []);
  const focus = () => element.focus(); useEffect(focus, []);
  function scroll() { return element.scrollIntoView(); } useLayoutEffect(scroll);
  const select = useCallback(() => element.select(), []); useEffect(select, [select]);
  useEffect(useEffectEvent(() => element.focus()));
  <p ref={(element) => element?.focus()} />;
  <p ref={(element) => { return element?.focus(); }} />;
  const show = (element) => element?.showPopover(); <p ref={show} />;
  const close = useCallback((element) => element?.close(), []); <dialog ref={close} />;`;

const admittedCallbacks = `
  useEffect(() => { element.focus(); }, []);
  useEffect(() => () => element.focus(), []);
  useEffect(() => stop, []);
  useEffect(() => { if (!element) return; const stop = listen(() => element.focus()); return stop; }, []);
  useEffect(() => { const read = () => { return element.value; }; read(); return () => stop(); }, []);
  useEffect(() => { if (!element) return undefined; return function () { stop(); }; }, []);
  const read = () => element.value; read();
  <p ref={(element) => { box.current = element; }} onClick={() => element.focus()} />;
  <p ref={box} />;`;

const refusedPlurals = `
export const a = (count: number) => \`\${count} \${count === 1 ? 'attempt' : 'attempts'}\`;
export const b = (count: number) => \`\${count} attempt\${count === 1 ? '' : 's'}\`;
`;

const admittedPlurals = `
export const c = (count: number) => (count === 1 ? 'is' : 'are');
export const d = (count: number) => (count === 2 ? 'attempt' : 'attempts');
`;

const linesOf = (text: string) => text.trim().split('\n');

interface Report {
  diagnostics: {
    code: string;
    filename: string;
    message: string;
    labels: { span: { line: number } }[];
  }[];
}

const folder = useFolder();
/** The findings of the linter by file. */
const found = new Map<string, string[]>();
const callbackLines: number[] = [];
const pluralLines: number[] = [];

beforeAll(() => {
  for (const file of ['oxlint.config.mjs', 'oxlint.rules.mjs'])
    copyFileSync(join(root, file), join(folder, file));
  for (const [file, all] of Object.entries(imports)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const lines = [...all.refused, ...all.admitted].map((name) => `export * from '${name}';`);
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  const callbacks = [...linesOf(refusedCallbacks), ...linesOf(admittedCallbacks)];
  writeFileSync(join(folder, 'client/src/ui/callbacks.tsx'), callbacks.join('\n'));
  const plurals = [...linesOf(refusedPlurals), ...linesOf(admittedPlurals)];
  writeFileSync(join(folder, 'client/src/ui/plurals.ts'), plurals.join('\n'));
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [linter, '-c', 'oxlint.config.mjs', '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as Report;
  for (const { code, filename, message, labels } of diagnostics) {
    if (code === 'project(clean-up-only)') callbackLines.push(...labels.map(({ span }) => span.line));
    if (code === 'project(counted-nouns)') pluralLines.push(...labels.map(({ span }) => span.line));
    if (code !== 'eslint(no-restricted-imports)') continue;
    const name = /^'([^']+)'/.exec(message)?.[1] ?? message;
    found.set(filename, [...(found.get(filename) ?? []), name]);
  }
});

it.each(Object.keys(imports))(
  'lint refuses in %s the imports that its layer must not have, and no others',
  (file) => {
    expect(new Set(found.get(file))).toEqual(new Set(imports[file]?.refused));
  },
);

it('lint refuses an effect and a ref callback that return the result of a call', () => {
  expect(callbackLines).toEqual(linesOf(refusedCallbacks).map((_, index) => index + 1));
});

it('lint refuses a plural that is made by hand', () => {
  expect(pluralLines).toEqual(linesOf(refusedPlurals).map((_, index) => index + 1));
});
