import type { ClientInfo } from '#auth/client-info.ts';
import { endSession, type LivingSession } from '#auth/sessions.ts';
import type { Database } from '#platform/database/database.ts';

export async function logout(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  session: LivingSession,
): Promise<void> {
  await database.prisma.$transaction((tx) =>
    endSession(tx, clientInfo, session, `${session.username} signed out.`),
  );
}
