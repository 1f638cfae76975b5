import { v7 as uuidv7 } from 'uuid';
import { countAccesses } from '#audit/views.queries.ts';
import type { TestApp } from './app.ts';
import type { CallOptions } from './call.ts';
import { createCaller, type TestUser } from './factories.ts';

export type Caller = Awaited<ReturnType<typeof createCaller>>;

/** An IP address that only this user has. */
export const address = (user: TestUser) =>
  `203.0.${parseInt(user.id.slice(-4, -2), 16)}.${parseInt(user.id.slice(-2), 16)}`;
export const id = (user: TestUser): CallOptions => ({ id: user.id });

export const noticeTo = (user: TestUser) => ({
  title: 'Your request',
  text: 'It is done.',
  level: 'info',
  audience: 'user',
  user_id: user.id,
});

/** Users whose records staff view, and what these users see of it. `author` writes their notices. */
export function viewedUsers(test: TestApp, author: () => Caller) {
  const accessesOf = async ({ user }: Caller) => (await countAccesses(test.database, user.id))[0]?.total ?? 0;
  const setViewReason = async (value: 'off' | 'required') => {
    await test.database.pool.query(
      `INSERT INTO settings (key, value, updated_at) VALUES ('view_reason', $1, now())
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [JSON.stringify(value)],
    );
    await test.dependencies.settings.reload();
  };
  const staffCaller = () => createCaller(test, { is_staff: true });

  /** With details, records of every kind, and a notice. */
  async function createSubject(): Promise<Caller> {
    const caller = await createCaller(test);
    const { user } = caller;
    await test.database.prisma.user.update({
      where: { id: user.id },
      data: {
        phone_number: '0491 570 156',
        date_of_birth: new Date('1987-06-05'),
        country_name: 'Australia',
      },
    });
    await test.database.prisma.ipRecord.create({
      data: { id: uuidv7(), user_id: user.id, ip_address: address(user), action: 'login' },
    });
    await test.database.prisma.notice.create({
      data: { ...noticeTo(user), id: uuidv7(), created_by_id: author().user.id, is_draft: true },
    });
    return caller;
  }

  return { accessesOf, setViewReason, staffCaller, createSubject };
}
