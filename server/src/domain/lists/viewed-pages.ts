import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { type ListAction, type NamedActor, recordListView } from '#audit/audit.ts';
import type { Database } from '#platform/database/database.ts';
import type { List, Paging } from './list.ts';
import { readPage } from './lists.ts';

interface StaffRequest extends NamedActor {
  database: Database;
  signal: AbortSignal;
}

/** Like `readPage`, for staff. The page is an access to the users on it. */
export async function readViewedPage<
  Filter extends { sort: Sort },
  Row extends z.ZodObject,
  Total extends string,
>(
  { database, signal, ...actor }: StaffRequest,
  action: ListAction,
  list: List<Filter, Row, Total>,
  request: Filter & Paging,
) {
  const found = await readPage(database, signal, list, request);
  const userIds = found.data.flatMap((row) => row.user_ids);
  await recordListView({ database }, actor, { action, request: { ...request, page: found.page }, userIds });
  return found;
}
