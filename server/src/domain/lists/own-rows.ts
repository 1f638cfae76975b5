import type { Caller } from '#auth/sessions/callers.ts';
import { notFound } from '#errors.ts';

interface OwnRow {
  where: { id: string; user_id: string };
}

/** A Prisma model whose rows belong to users. */
export interface OwnedModel {
  count: (row: OwnRow) => PromiseLike<number>;
  delete: (row: OwnRow) => PromiseLike<unknown>;
}

export interface OwnCall {
  params: { id: string };
  caller: Caller;
}

const ownRow = ({ params, caller }: OwnCall) => ({ where: { id: params.id, user_id: caller.user.id } });

/** Throws `not_found` for another user's row, as for a missing one. */
export async function assertOwnRow(model: OwnedModel, call: OwnCall): Promise<void> {
  if ((await model.count(ownRow(call))) === 0) throw notFound();
}

/** Throws like `assertOwnRow`. */
export const deleteOwnRow = (model: OwnedModel) => async (call: OwnCall) => {
  await model.delete(ownRow(call));
};
