import { appliedFilter, recordView, type StaffAction } from '#audit/audit.ts';
import { asksForFlags } from '#audit/flag-events.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { isWholeId } from '#domain/lists/list-statements.ts';
import { AppError } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';
import { selectNamedIds, selectNamedUsers, selectViewReason } from './user-views.queries.ts';

export type ViewDependencies = HasDatabase & { settings: Settings };

/** The users in a response to staff. */
export type View =
  | {
      userId: string;
      /** What the agent has stated. Read if it is absent. */
      reason?: string | null;
    }
  | {
      userIds: readonly (string | null)[];
      /** The filter, the order and the place of the page. */
      request: object;
      /** Whether an event of its own records the filter. */
      isAct?: boolean;
    };

/** The users in a page of rows that name theirs. */
export const pageView = (
  { data, page }: { data: readonly { user_ids: (string | null)[] }[]; page: number },
  body: object,
): View => ({ userIds: data.flatMap(({ user_ids }) => user_ids), request: { ...body, page } });

/** What staff search for, before it runs. */
export interface Search {
  request: object;
  reason: string | null;
  /** The users whom the request names, and about whom it tells something also if it finds nothing. */
  namedIds: readonly string[];
  /** Whether it names only the agent, and needs no reason while all rows are about the agent. */
  isOfAgent: boolean;
}

type Agent = Pick<Actor, 'caller'>;

/**
 * Records what a response shows of other users, before it is sent. Throws `view_reason_required` if the setting requires a reason
 * for a record and the agent has stated none.
 */
export async function recordViews(
  deps: ViewDependencies,
  actor: Actor,
  action: StaffAction,
  { view, search }: { view: View; search?: Search | undefined },
): Promise<void> {
  if ('userId' in view) {
    const { userId } = view;
    if (userId === actor.caller.user.id) return;
    const reason = view.reason === undefined ? await readReason(deps, actor, userId) : view.reason;
    if (reason === null && isReasonRequired(deps)) throw reasonMissing();
    await recordView(deps, actor, { action, userId, details: withReason({}, reason) });
    return;
  }
  const found = othersOf(view.userIds, actor);
  if (found.length > 0 && search?.isOfAgent && search.reason === null && isReasonRequired(deps))
    throw reasonMissing();
  const userIds = othersOf([...found, ...(search?.namedIds ?? [])], actor);
  const { page, page_size, view_reason: _reason, ...filter } = view.request as SearchRequest;
  // What a search does not find is a view as well, except of the agent.
  const isView = userIds.length > 0 || (search && !view.isAct && !search.isOfAgent && appliesFilter(filter));
  if (!isView) return;
  const place = page === undefined ? {} : { page, page_size };
  const details = withReason(
    { filter: appliedFilter(filter), ...place, user_ids: userIds },
    search?.reason ?? null,
  );
  await recordView(deps, actor, { action, userId: null, details });
}

/**
 * Runs a search of staff. It is refused before the work if it lacks a reason, and recorded if the work finds nothing: the absence of
 * records tells something of a user as well. The work that finds something records whom.
 */
export async function runSearch<Result>(
  deps: ViewDependencies,
  actor: Actor,
  { action, ...requested }: { action: StaffAction; request: object; rowsAreChecked: boolean },
  work: (search: Search) => Promise<Result>,
): Promise<Result> {
  const search = await readSearch(deps, actor, requested);
  try {
    return await work(search);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      await recordViews(deps, actor, action, { view: { userIds: [], request: search.request }, search });
    throw error;
  }
}

export const withReason = (details: object, reason: string | null): object =>
  reason === null ? details : { ...details, reason };

/** Before the work that compares a request with the record of the user. Throws `view_reason_required`. */
export async function requireReason(deps: ViewDependencies, agent: Agent, userId: string): Promise<void> {
  if (userId === agent.caller.user.id || !isReasonRequired(deps)) return;
  if ((await readReason(deps, agent, userId)) === null) throw reasonMissing();
}

async function readReason({ database }: HasDatabase, { caller }: Agent, userId: string) {
  const [row] = await selectViewReason(database, caller.user.id, userId);
  return row?.reason ?? null;
}

const reasonMissing = () => new AppError('view_reason_required');

/** The users except the agent, in a fixed order. */
export const othersOf = (userIds: readonly (string | null)[], { caller }: Agent): string[] =>
  [...new Set(userIds)]
    .filter((id): id is string => id !== null && id !== caller.user.id)
    .toSorted((a, b) => (a < b ? -1 : 1));

/** The parts of a request that find no fewer users. */
interface SearchRequest {
  page?: number;
  page_size?: number;
  sort?: unknown;
  view_reason?: string | undefined;
}

const appliesFilter = ({ sort: _sort, ...filter }: SearchRequest) =>
  Object.keys(appliedFilter(filter)).length > 0;

/** The filters that name users, by a whole id or a part of the username. */
const namingFilters: ReadonlySet<string> = new Set(['user', 'user_id', 'actor', 'target']);

/** More users than this are named by no part of a username. */
const mostNamed = 100;

/**
 * The refusal is the same whatever the search would find. Throws `view_reason_required` if the
 * setting requires a reason, the request has a filter but no reason, and the agent has stated none for a user whom it names.
 * @param rowsAreChecked whether the rows are compared with the agent before they are sent. Otherwise the agent's own name needs no
 * reason only as `user`, whose rows are all about that user.
 */
async function readSearch(
  deps: ViewDependencies,
  { caller }: Agent,
  { request, rowsAreChecked }: { request: object; rowsAreChecked: boolean },
): Promise<Search> {
  const { page: _page, page_size: _size, sort: _sort, view_reason, ...rest } = request as SearchRequest;
  const filter = Object.entries(appliedFilter(rest));
  const names = filter.flatMap(([field, value]) =>
    namingFilters.has(field) ? [{ field, name: String(value) }] : [],
  );
  const agentId = caller.user.id;
  const found = await Promise.all(names.map(({ name }) => readNamedIds(deps, name)));
  // The accesses of the users whom a search for flags names would tell them of it.
  const namedIds = asksForFlags(rest) ? [] : found.flat();
  const search = { request, namedIds };
  const isNeeded = view_reason === undefined && filter.length > 0 && isReasonRequired(deps);
  if (!isNeeded) return { ...search, reason: view_reason ?? null, isOfAgent: isOnly(agentId, namedIds) };
  if (names.length === 0) throw reasonMissing();
  let stated: string | null = null;
  for (const { field, name } of names) {
    const named = await readStatedReason(deps, { caller }, name);
    if (!named?.is_stated) throw reasonMissing();
    if (named.reason === null && !rowsAreChecked && field !== 'user') throw reasonMissing();
    stated ??= named.reason;
  }
  return { ...search, reason: stated, isOfAgent: stated === null };
}

const isOnly = (agentId: string, ids: readonly string[]) =>
  ids.length > 0 && ids.every((id) => id === agentId);

async function readNamedIds({ database }: HasDatabase, name: string): Promise<string[]> {
  if (isWholeId(name)) return [name.toLowerCase()];
  const named = await selectNamedIds(database, name, mostNamed + 1);
  return named.length > mostNamed ? [] : named.map(({ id }) => id);
}

/** Of the users whom a whole id or a part of a username names. */
async function readStatedReason(deps: HasDatabase, agent: Agent, name: string) {
  const agentId = agent.caller.user.id;
  if (!isWholeId(name)) return (await selectNamedUsers(deps.database, agentId, name))[0];
  const reason = await readReason(deps, agent, name);
  return { is_stated: reason !== null || name === agentId, reason };
}

export const isReasonRequired = ({ settings }: Pick<ViewDependencies, 'settings'>) =>
  settings.current().view_reason === 'required';
