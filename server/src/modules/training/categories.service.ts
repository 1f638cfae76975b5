import type { Caller } from '#auth/sessions/callers.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { selectTrainingCategories } from './training.queries.ts';

export async function listTrainingCategories({ database }: HasDatabase, { user }: Caller) {
  const rows = await selectTrainingCategories(database, user.id);
  const all = rows.find(({ id }) => id === null);
  return {
    data: rows.flatMap(({ id, name, description, published_count, due_count }) =>
      id !== null && name !== null && description !== null
        ? [{ id, name, description, published_count, due_count }]
        : [],
    ),
    due: all?.due_count ?? 0,
    new: all?.new_count ?? 0,
    next_due_at: all?.next_due_at ?? null,
  };
}
