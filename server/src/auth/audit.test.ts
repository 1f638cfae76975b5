import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordAccountEvent } from './audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const clientInfo = { ipAddress: '203.0.113.7', userAgent: 'test', fromProxy: true };

async function addUser(username: string): Promise<string> {
  const id = uuidv7();
  await database.prisma.user.create({
    data: { id, username, email: `${username}@example.org`, password_hash: 'none' },
  });
  return id;
}

describe('recordAccountEvent', () => {
  it('writes the IP record, the log record and the audit event of one action', async () => {
    const userId = await addUser('ada');
    await recordAccountEvent(database.prisma, clientInfo, {
      action: 'login',
      user: { id: userId, username: 'ada' },
      message: 'ada signed in.',
      details: { session_id: 's' },
    });

    const [ip] = await database.prisma.ipRecord.findMany({ where: { user_id: userId } });
    expect(ip).toMatchObject({ ip_address: '203.0.113.7', action: 'login' });
    const [log] = await database.prisma.logRecord.findMany({ where: { message: 'ada signed in.' } });
    expect(log).toMatchObject({ level: 'INFO', from_proxy: true, user_id: userId });
    const [event] = await database.prisma.auditEvent.findMany({
      where: { target_id: userId },
      include: { details: true },
    });
    expect(event).toMatchObject({ action: 'login', actor_id: userId });
    expect(event?.details).toMatchObject({ ip_address: '203.0.113.7', user_agent: 'test' });
    expect(JSON.parse(event?.details?.details ?? '')).toEqual({ username: 'ada', session_id: 's' });
  });

  it('writes nothing where the action is undone', async () => {
    const failed = database.prisma.$transaction(async (tx) => {
      await recordAccountEvent(tx, clientInfo, {
        action: 'login_failed',
        user: null,
        message: 'undone',
      });
      throw new Error('undo');
    });
    await expect(failed).rejects.toThrow('undo');
    expect(await database.prisma.logRecord.count({ where: { message: 'undone' } })).toBe(0);
    expect(await database.prisma.ipRecord.count({ where: { action: 'login_failed' } })).toBe(0);
  });

  it('writes no IP record for what the server does by itself', async () => {
    const userId = await addUser('grace');
    await recordAccountEvent(database.prisma, null, {
      action: 'account_delete',
      user: { id: userId, username: 'grace' },
      actorId: null,
      message: 'grace was deleted.',
    });
    expect(await database.prisma.ipRecord.count({ where: { user_id: userId } })).toBe(0);
    expect(await database.prisma.auditEvent.count({ where: { target_id: userId, actor_id: null } })).toBe(1);
  });

  it.each([
    'UPDATE audit_events SET action = action',
    'DELETE FROM audit_events',
    'TRUNCATE audit_events CASCADE',
  ])('the database refuses %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow('only added to');
  });
});
