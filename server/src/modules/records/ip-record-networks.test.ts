import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTimeline } from 'contract/audit/audit.ts';
import { listSignIns } from 'contract/devices/devices.ts';
import { deleteIpRecords, listIpRecords } from 'contract/records/records.ts';
import { getUserOverview, listSessions } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, signIn } from '#test/factories.ts';
import { useFolder } from '#test/folder.ts';
import { networksFile } from '#test/networks-file.ts';

const path = join(useFolder(), 'networks.mmdb');
const test = useTestApp({ RATE_LIMIT_SCALE: '1000', NETWORKS_FILE: path });

const loopback = { asn: 64_510, name: 'This Machine', country: 'NZ' };
const content = networksFile({
  '203.0.113.0/24': {
    autonomous_system_number: 64_500,
    autonomous_system_organization: 'Example Networks',
    country: { iso_code: 'AU' },
  },
  '198.51.100.0/24': { autonomous_system_number: 64_501, country: { iso_code: 'NZ' } },
  '127.0.0.0/8': { asn: 'AS64510', as_name: 'This Machine', country_code: 'NZ' },
});

let agent: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
});
beforeEach(async () => {
  await writeFile(path, content);
  await test.dependencies.networkNames.reload();
  await test.database.pool.query('DELETE FROM ip_records');
});

const call = (operation: Parameters<typeof callApi>[1], body: object = {}) =>
  callApi(test, operation, { access: agent.access, body });

async function addRecords(...addresses: string[]): Promise<void> {
  const data = addresses.map((ip_address) => ({
    id: uuidv7(),
    user_id: agent.user.id,
    ip_address,
    action: 'login',
  }));
  await test.database.prisma.ipRecord.createMany({ data });
}

const find = async (filter: object): Promise<string[]> => {
  const { body } = await call(listIpRecords, { ...filter, sort: 'oldest' }).expect(200);
  return (body.data as { ip_address: string }[]).map(({ ip_address }) => ip_address);
};

describe('the networks of IP records', () => {
  it('have a number, a name and a country', async () => {
    await addRecords('203.0.113.7', '192.0.2.1');
    const { body } = await call(listIpRecords, { sort: 'oldest' }).expect(200);
    expect(body.data).toMatchObject([
      { network: { asn: 64_500, name: 'Example Networks', country: 'AU' } },
      { network: null },
    ]);
  });

  it('are in the timeline, the overview, the sessions and the sign-ins', async () => {
    await addRecords('203.0.113.7');
    const network = { asn: 64_500, name: 'Example Networks', country: 'AU' };
    const timeline = await call(listTimeline, { ip_address: '203.0.113.7' }).expect(200);
    expect(timeline.body.data).toMatchObject([{ network }]);
    const { user, access } = agent;
    const overview = await callApi(test, getUserOverview, { access, id: user.id }).expect(200);
    expect(overview.body).toMatchObject({ addresses: [{ network }], ip_records: [{ network }] });
    await test.database.pool.query(`UPDATE sessions SET ip_address = '127.0.0.1'`);
    expect((await callApi(test, listSessions, { access }).expect(200)).body.data).toMatchObject([
      { network: loopback },
    ]);
    await signIn(test, user);
    const signIns = await callApi(test, listSignIns, { access }).expect(200);
    expect(signIns.body.data[0]).toMatchObject({ network: loopback });
  });

  it.each([
    [{ asn: 64_500 }, ['203.0.113.7', '203.0.113.8', '203.0.113.7']],
    [{ asn: 'AS64501' }, ['198.51.100.1']],
    [{ country: 'au', ip_address: '203.0.113.8' }, ['203.0.113.8']],
    [{ country: 'NZ', asn: 64_501 }, ['198.51.100.1']],
  ])('are filters: %j', async (filter, addresses) => {
    await addRecords('203.0.113.7', '203.0.113.8', '198.51.100.1', '192.0.2.1', '203.0.113.7', 'unknown');
    expect(await find(filter)).toEqual(addresses);
  });

  it('that match nothing are a 404, and malformed ones a 400', async () => {
    await addRecords('203.0.113.7');
    await call(listIpRecords, { country: 'NZ' }).expect(404);
    await call(listIpRecords, { country: 'Australia' }).expect(400);
    await call(listIpRecords, { asn: 'Example' }).expect(400);
  });

  it('are deleted by filter, and others stay', async () => {
    await addRecords('203.0.113.7', '198.51.100.1', '192.0.2.1');
    const { body } = await call(deleteIpRecords, { filter: { country: 'AU' } }).expect(200);
    expect(body.deleted).toBe(1);
    expect(await find({})).toEqual(['198.51.100.1', '192.0.2.1']);
  });

  it('are no filter of more than 10,000 different IP addresses, until the time range is narrower', async () => {
    await test.database.pool.query(
      `INSERT INTO ip_records (id, ip_address, action, created_at)
       SELECT gen_random_uuid(), host('10.0.0.0'::inet + n), 'login', now() - interval '2 days' FROM generate_series(1, 10001) AS n`,
    );
    await addRecords('203.0.113.7');
    const { body } = await call(listIpRecords, { country: 'AU' }).expect(400);
    expect(body.details).toEqual({ created_after: [expect.stringMatching(/narrower time range/)] });
    const created_after = new Date(Date.now() - 86_400_000).toISOString();
    expect(await find({ country: 'AU', created_after })).toEqual(['203.0.113.7']);
  });

  it('are null without the file, and no filter', async () => {
    await rm(path);
    const { openNetworkNames } = await import('#domain/networks/network-names.ts');
    Object.assign(test.dependencies.networkNames, await openNetworkNames([path]));
    await addRecords('203.0.113.7');
    expect((await call(listIpRecords).expect(200)).body.data).toMatchObject([{ network: null }]);
    const { body } = await call(listIpRecords, { asn: 64_500 }).expect(400);
    expect(body.details).toEqual({ asn: [expect.stringContaining('NETWORKS_FILE')] });
  });
});
