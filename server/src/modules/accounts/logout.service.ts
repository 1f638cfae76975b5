import { type Origin, recordAccountEvent } from '#domain/records.ts';
import { type LivingSession, revokeSession } from '#domain/sessions.ts';
import type { Database } from '#platform/database.ts';

/** Ends the session; once this has resolved, no refresh of it succeeds. One that is over already stays so. */
export async function logout(
  { database }: { database: Database },
  origin: Origin,
  session: LivingSession,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    if (!(await revokeSession(tx, session.id))) return;
    await recordAccountEvent(tx, origin, {
      action: 'logout',
      userId: session.userId,
      username: session.username,
      message: `${session.username} signed out.`,
      details: { session_id: session.id },
    });
  });
}
