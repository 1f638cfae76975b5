import type { ClientInfo } from '#auth/client-info.ts';
import { endSession, type LivingSession } from '#auth/sessions.ts';
import type { Database } from '#platform/database/database.ts';

/** Ends the session; once this has resolved, no refresh of it succeeds. One that is over already stays so. */
export async function logout(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  session: LivingSession,
): Promise<void> {
  await database.prisma.$transaction((tx) =>
    endSession(tx, clientInfo, session, `${session.username} signed out.`),
  );
}
