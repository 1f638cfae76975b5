import type { Origin } from '#domain/records.ts';
import { endSession, type LivingSession } from '#domain/sessions.ts';
import type { Database } from '#platform/database.ts';

/** Ends the session; once this has resolved, no refresh of it succeeds. One that is over already stays so. */
export async function logout(
  { database }: { database: Database },
  origin: Origin,
  session: LivingSession,
): Promise<void> {
  await database.prisma.$transaction((tx) =>
    endSession(tx, origin, session, `${session.username} signed out.`),
  );
}
