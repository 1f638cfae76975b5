import type { OperationName } from 'contract/operations.ts';
import { searchOperations } from 'contract/view-reasons/view-reasons.constants.ts';
import type { CallInput } from '#api/request.ts';
import { readSession } from './session.ts';

/**
 * Why the user makes a search, until the page is loaded again: its pages, its export and its repetition are the same search, and so
 * are the kinds, the folding and the runs of a timeline.
 */
const reasons = new Map<string, string>();

export const stateSearchReason = (search: string, reason: string): void => {
  reasons.set(search, reason);
};

/** After the server has refused it. */
export const forgetSearchReason = (search: string): void => {
  reasons.delete(search);
};

/** What is searched for, and by whom. Undefined for other operations. */
export function searchOf(name: OperationName, { body }: CallInput): string | undefined {
  if (!searchOperations.includes(name)) return undefined;
  const { ids, filter: deleted, ...listed } = body as Record<string, unknown>;
  if (ids !== undefined) return undefined;
  // A deletion of what a search has found has the same reason.
  const {
    page: _page,
    page_size: _size,
    sort: _sort,
    until: _until,
    kind: _kind,
    fold: _fold,
    run: _run,
    ...filter
  }: Record<string, unknown> = { ...listed, ...(deleted as object | undefined) };
  const fields = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([readSession()?.user.id, fields]);
}

export function withSearchReason(name: OperationName, input: CallInput): CallInput {
  if (reasons.size === 0) return input;
  const view_reason = reasons.get(searchOf(name, input) ?? '');
  return view_reason === undefined ? input : { ...input, body: { ...(input.body as object), view_reason } };
}
