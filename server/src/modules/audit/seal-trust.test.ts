import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deriveKeys, keyNameOf, hex, signSeal } from '#auth/keys/keys.ts';
import { useTestApp } from '#test/app.ts';
import { auditTrail, formerSealKey, sealKey, sealSecret } from '#test/audit-trail.ts';
import { childEnvironment } from '#test/child-environment.ts';
import { idleSecondsUntil } from '#test/idle-seconds.ts';
import { hashSeal, headOf } from './seal-chain.ts';
import { startSealer, UntrustedSealError } from './sealer.ts';
import { insertSeal, selectRangeHash, selectSeals } from './seals.queries.ts';
import oldTrail from './old-trail.json' with { type: 'json' };

const test = useTestApp();
const { query, addEvents, sealNow, seal, verify, seals, tamper } = auditTrail(test, sealKey);

beforeAll(() => {
  test.dependencies.keys = deriveKeys(sealSecret);
});
beforeEach(() => tamper('TRUNCATE audit_seals, audit_details, audit_events'));

const sealEach = async (counts: number[], keys = [sealKey]) => {
  for (const count of counts) {
    await addEvents(count);
    await seal(keys);
  }
};
const lastHead = async () => {
  const last = (await selectSeals(test.database, '0', 100)).at(-1);
  return last ? headOf(last) : '';
};
const sealsInReadiness = async () => {
  const answer = await request(test.app.server).get('/api/readyz').expect(200);
  return answer.body.checks.audit_seals;
};

/** An attacker with the database's role knows everything except the keys. */
async function forgeFrom(id: number): Promise<void> {
  await tamper(
    `UPDATE audit_events SET action = 'login' WHERE id = (SELECT last_event_id FROM audit_seals WHERE id = ${id})`,
  );
  let formerHash: Uint8Array | undefined;
  for (const row of await selectSeals(test.database, '0', 100)) {
    if (Number(row.id) >= id) {
      const [content] = await selectRangeHash(test.database, {
        afterEventId: row.after_event_id,
        firstTransaction: row.first_transaction,
        endTransaction: row.end_transaction,
      });
      Object.assign(row, { events_hash: content?.events_hash, key_name: 'mine' });
      row.hash = hashSeal(row, formerHash);
      await tamper(
        `UPDATE audit_seals SET key_name = 'mine', events_hash = '\\x${hex(row.events_hash)}',
           hash = '\\x${hex(row.hash)}' WHERE id = ${row.id}`,
      );
    }
    formerHash = row.hash;
  }
}

async function sealAsFormerVersion(): Promise<void> {
  const last = (await selectSeals(test.database, '0', 100)).at(-1);
  if (!last) throw new Error('There is no seal.');
  const range = {
    afterEventId: '0',
    firstTransaction: last.end_transaction,
    endTransaction: String(2n ** 40n),
  };
  const [sealed] = await selectRangeHash(test.database, range);
  const content = {
    ...last,
    ...sealed,
    id: String(Number(last.id) + 1),
    key_name: keyNameOf(sealKey),
    first_transaction: range.firstTransaction,
    end_transaction: range.endTransaction,
    last_event_id: sealed?.last_event_id ?? '0',
  };
  const hash = hashSeal(content, last.hash);
  await insertSeal(test.database, { ...content, hash, mac: signSeal(sealKey, hash) });
}

/** Runs the built command like an operator. */
const audit = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['server/dist/audit-command.js', ...args], {
    env: childEnvironment({
      DATABASE_URL: test.database.url,
      JWT_SECRET: sealSecret,
      DATA_DIR: '/nonexistent',
    }),
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: stdout + stderr,
    }),
  );

describe('a trail that an attacker changed, hashed again and assigned to an unknown key', () => {
  it('is detected with the stored head and without it, and the sealer seals nothing after it', async () => {
    await sealEach([3, 4, 2]);
    const trustedHead = await lastHead();
    await forgeFrom(2);
    await addEvents(1);
    await expect(seal()).rejects.toThrow(/^Seal 3 is signed with the key mine, which is not known here/);
    expect(await seals()).toHaveLength(3);
    expect((await verify()).first_fault).toMatch(/^Seal 2 is signed with the key mine, which is not known/);
    expect((await verify([sealKey], trustedHead)).first_fault).toMatch(/^Seal 3 is not that of the head/);
    expect(await audit('verify', '--head', trustedHead)).toEqual({
      code: 1,
      text: expect.stringContaining('Not intact. Seal '),
    });
  });

  it('is detected even if the sealer of the former version, which checked nothing, has sealed after it', async () => {
    await sealEach([3, 4]);
    const trustedHead = await lastHead();
    await forgeFrom(1);
    await addEvents(1);
    await sealAsFormerVersion();
    expect((await verify()).first_fault).toMatch(/^Seal 1 is signed with the key mine, which is not known/);
    expect((await verify([sealKey], trustedHead)).first_fault).toMatch(/^Seal 2 is not that of the head/);
  });

  it('is reported by the readiness, and once by the sealer, until the seal is restored', async () => {
    await sealEach([1, 1]);
    expect(await sealsInReadiness()).toBe('ok');
    const { key_name } = (await seals())[1] ?? {};
    await tamper(`UPDATE audit_seals SET key_name = 'mine' WHERE id = 2`);
    await addEvents(1);
    await expect.poll(sealsInReadiness).toBe('failed');
    const failures: unknown[] = [];
    const sealer = startSealer(
      { database: test.database, keys: [sealKey] },
      { onSeal: () => {}, onFailure: (error) => failures.push(error) },
    );
    onTestFinished(sealer.stop);
    await expect.poll(() => failures).toEqual([expect.any(UntrustedSealError)]);
    await tamper(`UPDATE audit_seals SET key_name = '${key_name}' WHERE id = 2`);
    await expect.poll(sealsInReadiness).toBe('ok');
    const isSealed = async () => (await seals()).length === 3;
    expect(await idleSecondsUntil(isSealed)).toBeLessThan(8);
    expect(await verify()).toMatchObject({ intact: true, checked: 3 });
  });
});

describe('another secret', () => {
  it('begins an epoch with a seal that both keys sign, which confirms the seals of the former key', async () => {
    await sealEach([3], [formerSealKey]);
    await sealEach([1, 1], [sealKey, formerSealKey]);
    expect((await seals()).map(({ epoch }) => epoch)).toEqual([1, 2, 2]);
    for (const keys of [[sealKey, formerSealKey], [sealKey]]) {
      expect(await verify(keys)).toMatchObject({ intact: true, checked: 5 });
    }
    expect((await verify([formerSealKey])).first_fault).toMatch(/^Seal 2 is signed with the key/);
    await tamper(`UPDATE audit_seals SET sealed_at = now() WHERE id = 1`);
    expect((await verify()).first_fault).toMatch(/^Seal 1 was changed/);
  });

  it('cannot confirm with a signature that the former key did not make', async () => {
    await sealEach([1], [formerSealKey]);
    await sealEach([1], [sealKey, formerSealKey]);
    await tamper(`UPDATE audit_seals SET former_key_mac = NULL WHERE id = 2`);
    expect((await verify()).first_fault).toMatch(/^Seal 2 was changed/);
  });

  it('without the former one stops the sealer until the operator accepts the trail by a stored head', async () => {
    await sealEach([2, 2], [formerSealKey]);
    const trustedHead = await lastHead();
    await addEvents(1);
    await expect(seal()).rejects.toThrow(UntrustedSealError);
    expect(await verify([sealKey], trustedHead)).toMatchObject({ intact: true });
    const without = await audit('accept');
    expect([without.code, without.text]).toEqual([
      1,
      expect.stringContaining('--head NUMBER:HASH:SIGNATURE'),
    ]);
    expect(await audit('accept', '--head', trustedHead.replace(/^2/, '1'))).toEqual({
      code: 1,
      text: expect.stringContaining('Not intact. Seal 1 '),
    });
    const accepted = await audit('accept', '--head', trustedHead);
    expect(accepted.text).toMatch(/^4 sealed events checked; .*\nIntact\.\nAccepted; head 3:/);
    await seal();
    expect((await seals()).map(({ events }) => events)).toEqual([2, 2, 0, 1]);
    expect(await verify()).toMatchObject({ intact: true, checked: 5 });
  });
});

/** The head in the format of the former version. */
const oldHead = (id: number) => {
  const mac = oldTrail.seals.find((row) => row.id === id)?.mac.replace('\\x', '');
  return `${id}:${mac}`;
};

describe('a trail of the former version, with a change of the secret', () => {
  beforeEach(async () => {
    for (const [table, rows] of [
      ['audit_events', oldTrail.events],
      ['audit_seals', oldTrail.seals],
    ] as const) {
      await query(
        `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, '${JSON.stringify(rows.map((row) => ({ ...row, is_unproven: false })))}')`,
      );
    }
  });

  it('is intact while both keys are known, and is continued', async () => {
    expect(await verify([sealKey, formerSealKey])).toMatchObject({ intact: true, checked: 6 });
    await query(`SELECT setval('audit_events_id_seq', 6)`);
    await sealEach([1]);
    expect(await verify([sealKey, formerSealKey])).toMatchObject({ intact: true, checked: 7 });
  });

  it('needs a head of the current key if the former key is unknown, because its sealer checked nothing', async () => {
    expect((await verify([sealKey])).first_fault).toMatch(/^Seal 1 is signed with the key/);
    expect((await verify([sealKey], oldHead(2))).first_fault).toMatch(/^Seal 1 is signed with the key/);
    expect(await verify([sealKey], oldHead(4))).toMatchObject({ intact: true, checked: 6 });
    expect((await verify([sealKey], oldHead(4).replace('4:', '5:'))).first_fault).toMatch(
      /the trail was cut/,
    );
  });

  it('is verified by a head in the old form, which the command reports as weaker', async () => {
    const { code, text } = await audit('verify', '--head', oldHead(4));
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^This head is of an older version and weaker: .*\n6 sealed/),
    ]);
  });
});

it('without a change of the key, seals are the same as in the former version', async () => {
  await sealEach([1, 1]);
  await sealNow();
  expect((await seals()).map(({ former_key_mac }) => former_key_mac)).toEqual([null, null]);
});
