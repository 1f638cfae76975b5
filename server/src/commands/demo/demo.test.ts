import { join } from 'node:path';
import { listCalculations } from 'contract/calculations/calculations.ts';
import { createFlag, listFlags } from 'contract/flags/flags.ts';
import { listNetworkBlocks } from 'contract/network-blocks/network-blocks.ts';
import { listIpRecords, listLogRecords } from 'contract/records/records.ts';
import { beforeAll, expect, it } from 'vitest';
import { sealAll } from '#modules/audit/sealer.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { importStarterBank } from '#modules/quiz/release-questions.service.ts';
import { contentFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { login } from 'contract/accounts/accounts.ts';
import { lastLines } from '#start-lines.ts';
import { insertHistory } from './history.ts';
import { insertPeople } from './people.queries.ts';
import { crowd, demoPassword, demoPeople } from './people.ts';
import { makeWorld } from './world.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100' });
const guesses = 300;

beforeAll(async () => {
  const passwordHash = await test.dependencies.hashing.hash(demoPassword, '127.0.0.1');
  const others = crowd.slice(0, 2).map((username) => ({ username }));
  await insertPeople(test.database.pool, [...demoPeople, ...others], passwordHash);
  await importStarterBank(test.database, join(contentFolder, 'questions'));
  await insertHistory(test.database, guesses);
});

const accessOf = async (username: string): Promise<string> => {
  const body = { username_or_email: username, password: demoPassword };
  return String((await callApi(test, login, { body }).expect(200)).body.access);
};

it('an agent finds the guesses, the three networks, and the one that was right', async () => {
  const access = await accessOf('grace');
  const ip = (filter: object) => callApi(test, listIpRecords, { access, body: filter }).expect(200);
  const failed = await ip({ action: 'login_failed' });
  expect(failed.body.totalIp).toBe(guesses + 40);
  for (const ip_address of ['203.0.113.0/24', '198.51.100.0/24', '2001:db8:bad::/48']) {
    expect((await ip({ ip_address })).body.totalIp).toBeGreaterThanOrEqual(guesses / 3);
  }
  expect((await ip({ ip_address: '203.0.113.77', action: 'login' })).body.data).toMatchObject([
    { user: crowd[0] },
  ]);
  const logs = await callApi(test, listLogRecords, { access, body: { level: 'WARNING' } }).expect(200);
  expect(logs.body.totalLog).toBe(guesses + 40);
});

it('the borrowers have a history, and staff have worked', async () => {
  await makeWorld(test.app.listeningOrigin);
  const { body } = await callApi(test, listCalculations, { access: await accessOf('ada') }).expect(200);
  expect(body.totalCalculation).toBe(4);
  // Each is what its name says, with figures that a borrower could have.
  expect(body.data).toMatchObject([
    {
      name: 'The deposit',
      input: { opening_balance: 84_500, deposit_per_month: 1_150, duration_months: 31 },
    },
    { name: 'With an offset account', input: { total_loan_amount: 620_000, offset: { balance: 40_000 } } },
    { name: 'The small one', input: { total_loan_amount: 410_000 } },
    { name: 'The house in Ballarat', input: { total_loan_amount: 620_000 } },
  ]);
  const access = await accessOf('grace');
  const flags = await callApi(test, listFlags, { access, body: { state: 'ALL' } }).expect(200);
  expect(flags.body.data).toMatchObject([
    { username: 'carol', answer: { outcome: 'no_action' } },
    { username: 'carol', flags: 2, answer: null },
  ]);
  // The borrowers are no new accounts.
  const [reported] = await test.database.prisma.user.findMany({ where: { username: crowd[1] } });
  const report = { user_id: reported?.id, subject: 'person', reason: 'spam', text: '' };
  await callApi(test, createFlag, { access: await accessOf('ada'), body: report }).expect(201);
  const blocks = await callApi(test, listNetworkBlocks, { access, body: {} }).expect(200);
  expect(blocks.body.data).toMatchObject([{ network: '198.51.100.192/28', state: 'active' }]);
});

it('leaves an audit trail that can be verified', async () => {
  const keys = [test.dependencies.keys.auditSeal];
  await sealAll({ database: test.database, keys });
  expect(await verifyAuditTrail({ database: test.database, keys })).toMatchObject({ intact: true });
});

it('prints one line for each person, and where to read the emails', () => {
  const text = lastLines({
    publicUrl: 'http://localhost:3000',
    superuser: 'director',
    isDemo: true,
    isNew: false,
    servedMailboxUrl: 'http://localhost:3000/mailbox?token=k',
    logFile: undefined,
  });
  expect(text).toContain('\nEmails are not sent. Read them at http://localhost:3000/mailbox?token=k\n');
  for (const { username } of demoPeople) expect(text).toContain(`\n${username} / ${demoPassword}  `);
});
