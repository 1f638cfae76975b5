import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import { useFolder } from './folder.ts';

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));
const folder = useFolder();

/** Packages, generated and built files, and the data of earlier runs. */
const notInTheRepository =
  /^(node_modules|generated|dist|coverage|test-results|playwright-report|\.(data|git|setup\.lock))$/;

it('tests run right after the installation, and create what they need first', () => {
  cpSync(rootFolder, folder, {
    recursive: true,
    filter: (source) => !notInTheRepository.test(basename(source)),
  });
  for (const packages of ['node_modules', 'client/node_modules', 'server/node_modules'])
    symlinkSync(join(rootFolder, packages), join(folder, packages));
  const output = execFileSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contract', 'src/users/countries.test.ts'],
    { cwd: folder, env: childEnvironment({}), encoding: 'utf8' },
  );
  expect(output).toMatch(/Test Files .*1 passed/);
  expect(existsSync(join(folder, 'server/src/generated/prisma/client.ts'))).toBe(true);
});
