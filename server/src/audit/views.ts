import { createHash } from 'node:crypto';
import type { Database } from '#platform/database/database.ts';
import { insertView, type View } from './views.queries.ts';

/** Bounds the memory. A view that is not remembered costs a statement. */
const maxRemembered = 20_000;

/** When the hour of each recorded view ends, on the clock of the process. */
const remembered = new WeakMap<Database, Map<string, number>>();

/**
 * Records a view, once for each agent, subject, hour and details. A unique index decides between processes. This process remembers
 * what is recorded, so that a repeated view costs no statement. What it has forgotten is recorded again, without an effect.
 */
export async function recordViewOnce(database: Database, view: View): Promise<void> {
  const { actorId, subject, details } = view;
  const key = createHash('sha256')
    .update(JSON.stringify([actorId, subject, details]))
    .digest('base64');
  let ends = remembered.get(database);
  if (!ends) remembered.set(database, (ends = new Map()));
  if ((ends.get(key) ?? 0) > performance.now()) return;
  const sentAt = performance.now();
  const [recorded] = await insertView(database, view);
  if (ends.size >= maxRemembered) ends.clear();
  ends.set(key, sentAt + (recorded?.hour_ends_in_ms ?? 0));
}
