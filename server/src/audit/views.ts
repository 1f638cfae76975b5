import { createHash } from 'node:crypto';
import type { Database } from '#platform/database/database.ts';
import { insertView, type View } from './views.queries.ts';

/** Bounds the memory of the cache. A view that is not in it costs a statement. */
const maxCachedViews = 20_000;

/** When the hour of each recorded view ends, on the clock of the process. */
const recordedViews = new WeakMap<Database, Map<string, number>>();

/**
 * Records a view, once for each agent, subject, hour and details. A unique index decides between processes. This process caches
 * what is recorded, so that a repeated view costs no statement. What is no longer in the cache is inserted again, without an effect.
 */
export async function recordViewOnce(database: Database, view: View): Promise<void> {
  const { actorId, subject, details } = view;
  const key = createHash('sha256')
    .update(JSON.stringify([actorId, subject, details]))
    .digest('base64');
  let ends = recordedViews.get(database);
  if (!ends) recordedViews.set(database, (ends = new Map()));
  if ((ends.get(key) ?? 0) > performance.now()) return;
  const sentAt = performance.now();
  const [recorded] = await insertView(database, view);
  if (ends.size >= maxCachedViews) ends.clear();
  ends.set(key, sentAt + (recorded?.hour_ends_in_ms ?? 0));
}
