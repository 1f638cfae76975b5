/**
 * Requests a second for the first page of a list without a filter, against bare Fastify that signs in by the same token
 * and look-up and runs the same statement.
 *
 *     npx tsx bench/records/first-page.ts
 */
import { listAuditRecords } from 'contract/audit/audit.ts';
import { listIpRecords, listLogRecords } from 'contract/records/records.ts';
import { listUsers } from 'contract/users/users.ts';
import { signIn } from '../accounts/server.ts';
import { compareRates } from '../compare-rates.ts';
import { startMeasured } from '../measured-process.ts';

const measured = await startMeasured('bench/records/first-page-server.ts');
try {
  const authorization = await signIn(measured);
  for (const { operation, method, url } of [listUsers, listIpRecords, listLogRecords, listAuditRecords]) {
    const request =
      method === 'GET'
        ? { headers: { authorization } }
        : { method, headers: { authorization, 'content-type': 'application/json' }, body: '{}' };
    await compareRates(measured, {
      name: operation,
      goal: 0.7,
      ours: { ...request, url: measured.url + url },
      peer: { ...request, url: measured.bareUrl + url },
    });
  }
} finally {
  await measured.stop();
}
