import { alertRules } from 'contract/notifications/notifications.constants.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { colors } from 'contract/colors.ts';
import { architecturePicture, type Boundary } from './architecture-picture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

const manifest = JSON.parse(read('package.json')) as { scripts: object };

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 24,
}).split('\n');
const sources = files
  .filter((file) => /\.(?:ts|tsx|mjs|css|prisma|sql|ya?ml|cfg)$|\.env\.example$|^deploy\//.test(file))
  .map(read)
  .join('\n');
/** Decisions that others supersede describe what no longer exists. */
const documents = files
  .filter((file) => /^(?:README|CONTRIBUTING|engine\/README|docs\/.*)\.md$/.test(file))
  .map((file) => ({ file, content: read(file) }))
  .filter(({ content }) => !/^Superseded by/m.test(content));

/** Names of libraries, browsers and PostgreSQL, keys of the object store, and the example in CONTRIBUTING. */
const outside = new Set([
  'EventSource',
  'OOMKilled',
  'createAnnouncement',
  'forceCloseConnections',
  'images/<UUID>.webp',
  'listAnnouncements',
  'loop_wait',
  'p-limit',
  'shared_buffers',
]);

/** The words in backticks that name something of the repository. Blocks of code are examples. */
function namesIn(content: string): string[] {
  const prose = content.replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => !outside.has(code) && !/announcement/.test(code));
}

const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));

/** A path of this repository: it begins with one of its folders, or ends like one of its source files. */
function isPath(code: string): boolean {
  const [first = ''] = code.replace(/^#/, '').split('/');
  return (
    /^[\w#.*<>@{},/-]+$/.test(code) &&
    (code.includes('/') ? folders.has(first) : /\w\.(?:tsx?|mjs|css|prisma)$/.test(code))
  );
}

/** `<area>` and `*` stand for any name. Names such as `#auth/a.ts` and `contract/loans/loans.ts` are in `src`. */
function exists(path: string): boolean {
  const pattern = path
    .replace(/^#/, '')
    .replace(/\/$/, '')
    .replaceAll(/[.{}]/g, String.raw`\$&`)
    .replaceAll(/<\w+>|\*+/g, '[^/]*')
    .replace('/', '/(?:src/)?');
  const asPath = new RegExp(`(?:^|/)${pattern}(?:$|/)`);
  return files.some((file) => asPath.test(file));
}

const isIdentifier = (code: string) =>
  /^(?:[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+[A-Z]\w*)$/.test(code);

/** The part after the prefix that all metrics have. */
const withoutPrefix = (code: string) => code.replace(/^declassified_(?:logins_|jobs_|queue_)?/, '');

function isKnown(code: string): boolean {
  const [, script] = /^npm run (?:--silent )?([\w-]+)/.exec(code) ?? [];
  if (script !== undefined) return script in manifest.scripts;
  if (isPath(code)) return exists(code) || sources.includes(code);
  return !isIdentifier(code) || sources.includes(withoutPrefix(code));
}

it.each(documents)('every path, script and identifier in $file exists', ({ content }) => {
  expect(namesIn(content).filter((code) => !isKnown(code))).toEqual([]);
});

it('the picture of the architecture follows the import rules', async () => {
  const { boundaries } = (await import(`${root}/oxlint.config.mjs`)) as { boundaries: readonly Boundary[] };
  const picture = architecturePicture(boundaries);
  await expect(picture).toMatchFileSnapshot('../../docs/architecture.svg');
});

it('the icon, the bar of the browser and the visual language have the colours of the product', () => {
  const { green } = colors;
  expect(read('client/index.html')).toContain(`<meta name="theme-color" content="${green.bg}" />`);
  const icon = Array.from(read('client/public/favicon.svg').matchAll(/#\w+/g), ([color]) => color);
  expect(new Set(icon)).toEqual(new Set([green.bg, green.accent]));
  const rows = Array.from(
    read('docs/visual-language.md').matchAll(/^\| (`--[^|]*) \| (`#[^|]*) \|/gm),
    ([, tokens = '', values = '']) => ({ tokens: namesOf(tokens), values: namesOf(values) }),
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ values }) => values)).toEqual(
    rows.map(({ tokens }) => tokens.map((token) => green[token.slice(2) as keyof typeof green])),
  );
});

const namesOf = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

it('the connections to PostgreSQL in the files of deployments are those of docs/operations.md', () => {
  const [operations, scaling] = [read('docs/operations.md'), read('docs/scaling.md')];
  const [, row = ''] = /^\| connections to PostgreSQL \| (.+) \|$/m.exec(operations) ?? [];
  const ofProcess = (row.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0);
  const [, most] = /PostgreSQL accepts (\d+) connections/.exec(operations) ?? [];
  expect(read('deploy/kubernetes/scaling.yaml')).toContain(`Each has ${ofProcess} connections`);
  expect(scaling).toContain(`| connections | ${ofProcess} for each process, of PostgreSQL's ${most} |`);
  expect(read('docker-compose.yml')).toContain(`max_connections=${most}]`);
  const [, processes] = /maxReplicas: (\d+)/.exec(read('deploy/kubernetes/scaling.yaml')) ?? [];
  expect((Number(processes) + 1) * ofProcess).toBeLessThan(Number(most));
});

it('the alerts of Prometheus and operations.md have the thresholds of the alerts of staff', () => {
  const alerts = read('deploy/monitoring/alerts.yml');
  const { attack, system } = alertRules;
  const [, lateSeconds, lateFor] =
    /alert: DeclassifiedJobsStuck\s+expr: .* > (\d+)\s+for: (\d+)m/.exec(alerts) ?? [];
  expect(Number(lateSeconds) / 60 + Number(lateFor)).toBe(system.mailMinutes);
  expect(alerts).toMatch(
    new RegExp(`alert: DeclassifiedPasswordsGuessed\\s+expr: .*\\[${attack.minutes}m\\]`),
  );
  expect(read('docs/operations.md')).toContain(
    `emails that wait for more than ${system.mailMinutes} minutes`,
  );
});
