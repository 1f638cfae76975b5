import type { Caller } from '#auth/callers.ts';
import { notFound } from '#errors.ts';

interface OwnRow {
  where: { id: string; user_id: string };
}

/** A Prisma model whose rows belong to users. */
interface OwnedModel {
  count: (row: OwnRow) => PromiseLike<number>;
  deleteMany: (row: OwnRow) => PromiseLike<{ count: number }>;
}

/** Throws `not_found` for another user's row as for a missing one. */
export async function refuseForeignRow(model: OwnedModel, { user }: Caller, id: string): Promise<void> {
  if ((await model.count({ where: { id, user_id: user.id } })) === 0) throw notFound();
}

/** Throws `not_found` for another user's row as for a missing one. */
export async function deleteOwnRow(model: OwnedModel, { user }: Caller, id: string): Promise<void> {
  const { count } = await model.deleteMany({ where: { id, user_id: user.id } });
  if (count === 0) throw notFound();
}
