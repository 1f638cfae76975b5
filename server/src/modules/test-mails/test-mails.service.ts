import { storedKind } from 'contract/fields.ts';
import { testMailOutcomes } from 'contract/test-mails/test-mails.constants.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { createTestMail } from '#domain/mail/test-mails.ts';
import type { TestMailModel } from '#generated/prisma/models.ts';
import type { HasDatabase } from '#platform/database/database.ts';

/** To the address of the caller only: otherwise it could be sent to strangers. */
export async function requestTestMail({ database }: HasDatabase, actor: Actor) {
  return database.prisma.$transaction(async (tx) => {
    const { id: userId, email } = await lockCaller(tx, actor.caller);
    const testMail = await createTestMail(tx, userId, email);
    await recordStaffEvent(tx, actor, {
      action: 'createTestMail',
      message: 'sent a test email to themselves.',
      details: {},
    });
    return responseOf(testMail);
  });
}

export async function getTestMail({ database }: HasDatabase, { user }: Caller, id: string) {
  return responseOf(await database.prisma.testMail.findUniqueOrThrow({ where: { id, user_id: user.id } }));
}

const Outcome = storedKind(testMailOutcomes).nullable();

const responseOf = (testMail: TestMailModel) => ({ ...testMail, outcome: Outcome.parse(testMail.outcome) });
