import { listLimits } from 'contract/limits.ts';
import type { ListedUser } from 'contract/users/user.ts';
import { ApiError } from '#api/api-error.ts';
import { call } from '#session/call.ts';

/** The user with exactly this name, regardless of case. */
export async function findUser(username: string, signal?: AbortSignal): Promise<ListedUser | null> {
  const query = { username, view: 'names', sort: 'a-z', page_size: listLimits.maxPageSize } as const;
  const { data } = await call('listUsers', { query, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return { data: [] };
    throw error;
  });
  return data.find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
}
