import { v7 as uuidv7 } from 'uuid';
import type { TestApp } from '#test/app.ts';
import type { TestUser } from '#test/factories.ts';
import { insertFollowedLoans } from '#test/followed-loans.ts';
import { insertUsedInvitation } from '#test/invitations.ts';
import { insertTraining } from '#test/quiz.ts';

/** Inserts a row into every table. */
export async function insertRowsAbout(test: TestApp, user: TestUser, friend: TestUser): Promise<void> {
  const { prisma } = test.database;
  const [user_id, at] = [user.id, new Date()];
  const pair = { low_user_id: user.id, high_user_id: friend.id };
  if (user.id > friend.id) Object.assign(pair, { low_user_id: friend.id, high_user_id: user.id });
  const bytes = new Uint8Array(32);
  await prisma.preferences.create({ data: { user_id } });
  await prisma.apiToken.create({
    data: { id: uuidv7(), user_id, name: 'Budget', prefix: 'dcl_x', token_hash: bytes, expires_at: at },
  });
  await insertUsedInvitation(test, user, friend);
  await prisma.superuserAddress.create({ data: { user_id, ip_address: '203.0.113.1' } });
  await prisma.loginGuard.create({ data: { key: `session:${user_id}`, user_id, attempts: 1 } });
  await prisma.accountLink.create({
    data: { id: uuidv7(), user_id, purpose: 'reset_password', email: 'a@b.c', nonce: bytes, expires_at: at },
  });
  await prisma.identity.create({
    data: {
      id: uuidv7(),
      user_id,
      issuer: 'https://accounts.example.org',
      subject: 'one',
      name: 'Ada',
      email: 'ada@example.org',
      last_used_at: at,
    },
  });
  await prisma.secondFactor.create({
    data: {
      id: uuidv7(),
      user_id,
      method: 'passkey',
      name: 'Keys',
      credential_id: 'x',
      public_key: bytes,
      counter: 1,
    },
  });
  await prisma.recoveryCode.create({ data: { user_id, code_hash: bytes } });
  await prisma.secondFactorTries.create({ data: { user_id, purpose: 'sign_in', wrong_at: [at] } });
  await prisma.storedFile.create({ data: { key: 'images/x.webp', user_id, size_bytes: 1 } });
  await prisma.friendship.create({ data: pair });
  await prisma.friendRequest.create({
    data: { id: uuidv7(), from_user_id: user.id, to_user_id: friend.id, status: 'accepted', answered_at: at },
  });
  await prisma.friendRequestUse.create({ data: { id: uuidv7(), user_id } });
  await prisma.block.create({ data: { blocker_id: user.id, blocked_id: friend.id } });
  for (const [from, to] of [
    [user, friend],
    [friend, user],
  ] as const) {
    const calculation = { id: uuidv7(), name: 'Home', kind: 'loan', input: {}, summary: {}, rate_day: at };
    await prisma.calculation.create({ data: { ...calculation, user_id: from.id } });
    await prisma.calculationShare.create({
      data: { calculation_id: calculation.id, friend_id: to.id, ...pair },
    });
  }
  await insertFollowedLoans(test, user, friend);
  await prisma.objective.create({
    data: {
      id: uuidv7(),
      user_id,
      title: 'Deposit',
      kind: 'save',
      target_cents: 1n,
      current_cents: 0n,
      target_date: at,
      amounts: { create: { date: at, amount_cents: 0n } },
    },
  });
  await insertTraining(prisma, user_id);
  await prisma.notification.create({
    data: { id: uuidv7(), user_id, kind: 'new_sign_in', title: 'Hello', text: 'You', level: 'info' },
  });
  await prisma.cashRateNotice.create({ data: { user_id, date: at, target: 4 } });
  await prisma.datasetFollow.create({ data: { user_id, slug: 'cpi-monthly' } });
  const notice = { level: 'info', audience: 'user', user_id, is_draft: false, starts_at: at };
  const { id: notice_id } = await prisma.notice.create({
    data: { ...notice, id: uuidv7(), title: 'To you', text: 'Alone' },
  });
  await prisma.notice.create({
    data: { ...notice, id: uuidv7(), title: 'Not yet', text: 'A draft', is_draft: true },
  });
  await prisma.notice.create({
    data: {
      ...notice,
      id: uuidv7(),
      title: 'Later',
      text: 'Planned',
      starts_at: new Date(at.getTime() + 60_000),
    },
  });
  await prisma.noticeRead.create({ data: { notice_id, user_id } });
  for (const [by, about] of [
    [user, friend],
    [friend, user],
  ] as const) {
    const of = { user_id: about.id, subject: 'shared_calculation' };
    const shared = await prisma.calculation.findFirstOrThrow({ where: { user_id: about.id } });
    const answer = await prisma.flagAnswer.create({
      data: { ...of, id: uuidv7(), outcome: 'warned', note: '', message: 'Be kind.' },
    });
    await prisma.flag.create({
      data: {
        ...of,
        id: uuidv7(),
        flagger_id: by.id,
        reason: 'spam',
        text: 'x',
        username: 'x',
        calculation_id: shared.id,
        calculation_name: shared.name,
        answer_id: answer.id,
      },
    });
  }
  await prisma.userNote.create({ data: { id: uuidv7(), user_id, text: 'Asked for help.' } });
}
