import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createToken } from 'contract/tokens/tokens.ts';
import request from 'supertest';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { archiveOf, loanInput } from '#test/calculations.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp();
const root = join(import.meta.dirname, '../..');

let url = '';
beforeAll(() => {
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});

/** Runs a program of `examples` like its README, with arguments, against the test's server. */
async function run(program: string, args: string[] = [], token = ''): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join('examples', program), ...args],
    { cwd: root, env: { ...process.env, DECLASSIFIED_URL: url, DECLASSIFIED_TOKEN: token } },
  );
  return stdout;
}

it('the example of a loan prints its payment and its first year', async () => {
  const output = await run('loan.ts', ['500000', '360', '6']);
  expect(output).toContain('Payment a month: 2997.75\nTotal interest: 579192.69');
  expect(output).toContain('499502.25');
});

it('the example of a dataset prints the last figures of its CSV as a table', async () => {
  expect(await run('dataset.ts', ['rba-cash-rate-changes', '3'])).toMatch(/date[\s\S]*2026-09-30/);
});

it('the example of a token lists the calculations of its user, page after page', async () => {
  const { access } = await createCaller(test);
  const archive = archiveOf(test, access);
  const names = Array.from({ length: 12 }, (_, index) => `Loan ${index}`);
  for (const name of names) await archive.create({ name, kind: 'loan', input: loanInput });
  const { body } = await request(test.app.server)
    .post(createToken.url)
    .set('authorization', `Bearer ${access}`)
    .send({
      name: 'example',
      scopes: ['read:calculations'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .expect(201);
  const lines = (await run('calculations.ts', [], body.token)).trim().split('\n');
  expect(new Set(lines.map((line) => line.split('  ').at(-1)))).toEqual(new Set(names));
  expect(lines).toHaveLength(names.length);
});

it('an example that is refused ends with the message of the server', async () => {
  await expect(run('loan.ts', ['0'])).rejects.toThrow(/400: total_loan_amount: /);
  await expect(run('calculations.ts', [], 'dcl_wrong')).rejects.toThrow(/401: /);
  await expect(run('calculations.ts')).rejects.toThrow('Set DECLASSIFIED_TOKEN');
});
