import { z } from 'zod';
import { readableEntries } from '#domain/stored-json.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { selectLoan } from './followed-loans.queries.ts';
import { toLoan } from './loan-record.ts';
import { recentOf } from './restorable.ts';

/** Also what cannot be restored for now. */
const Dated = z.looseObject({ at: z.string() });

/** With what the user may restore or undo, and the names that the user may see. */
export async function exportLoans(prisma: PrismaClient, userId: string): Promise<object[]> {
  const ids = await prisma.followedLoan.findMany({
    where: { user_id: userId },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  const rows = await Promise.all(ids.map(({ id }) => selectLoan(prisma, userId, id)));
  return rows.flat().map((row) => ({
    ...toLoan(row),
    input: row.input,
    row_versions: row.row_versions,
    restorable: recentOf(readableEntries(row.restorable, Dated), new Date()),
  }));
}

const username = { select: { username: true } } as const;

/** Those that the user has sent or received. */
export async function exportLoanInvitations(prisma: PrismaClient, userId: string): Promise<object[]> {
  const invitations = await prisma.loanInvitation.findMany({
    where: { OR: [{ friend_id: userId }, { loan: { user_id: userId } }] },
    orderBy: [{ created_at: 'asc' }, { loan_id: 'asc' }],
    include: { friend: username, loan: { select: { name: true, user: username } } },
  });
  return invitations.map(({ loan, friend, loan_id, created_at }) => ({
    loan_id,
    name: loan.name,
    by: loan.user.username,
    to: friend.username,
    created_at,
  }));
}
