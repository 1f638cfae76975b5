import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { rootFolder } from '#root-folders.ts';
import { useFolder } from './folder.ts';

const folder = useFolder();
/** Names with versions. */
let listed: string[];
let built: { importedNames: string[]; bundledFolders: string[] };
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/image-packages.mjs', folder], { cwd: rootFolder });
  const bill = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  listed = bill.components.map(({ name, version }) => `${name}@${version}`);
  built = JSON.parse(readFileSync(join(rootFolder, 'server/dist/packages.json'), 'utf8'));
});

const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' });

/** The name and version of each package in `node_modules`, also of nested ones. */
const installed = () =>
  filesIn(join(folder, 'node_modules'))
    .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => packageAt(dirname(join(folder, 'node_modules', path))));

function packageAt(path: string): string {
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

/** Empty if the client was not built. */
function notices(): string {
  const assets = join(rootFolder, 'client/dist/assets');
  const files = existsSync(assets) ? readdirSync(assets) : [];
  return files
    .filter((name) => name.endsWith('licenses.txt'))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('');
}

it('the image has the packages that the built server imports, with all that these need', () => {
  const imports = [
    '@aws-sdk/client-s3',
    '@aws-sdk/s3-request-presigner',
    '@fastify/swagger-ui',
    '@prisma/client/runtime/client',
    '@zxcvbn-ts/language-common',
    'argon2',
    'nodemailer',
    'sharp',
  ];
  const names = imports.map((name) => name.replace('/runtime/client', ''));
  expect(new Set(built.importedNames)).toEqual(new Set([...names, 'pg-native']));
  const script = imports.map((name) => `await import('${name}');`).join('');
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
});

it('the image has no tool for development, and none of its parts', () => {
  const tools =
    /^(@prisma\/(?!client)|prisma|@electric-sql|mysql2|postgres|effect|esbuild|vite|react|typescript|@types|npm)\b/;
  expect(installed().filter((name) => tools.test(name))).toEqual([]);
  const bytes = filesIn(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  expect(bytes).toBeLessThan(60_000_000);
});

it('the bill of materials lists each package of the image, installed or part of a build, and no other', () => {
  const bundled = built.bundledFolders.map((path) => packageAt(join(rootFolder, path)));
  expect(bundled.map((name) => name.replace(/@[^@]+$/, ''))).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'zod', 'graphile-worker', '@prisma/adapter-pg']),
  );
  const ofServer = new Set([...installed(), ...bundled]);
  expect([...ofServer].filter((name) => !listed.includes(name))).toEqual([]);
  const ofClient = listed.filter((name) => !ofServer.has(name));
  expect(ofClient.filter((name) => !notices().includes(`## ${name.replace(/@(?=[^@]+$)/, ' - ')}`))).toEqual(
    [],
  );
});
