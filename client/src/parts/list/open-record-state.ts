/** The location state while a record of a list is open. */
export interface OpenRecordState {
  openRecord: string;
  /** The key of the list's own entry before this one. Undefined after a change of the filter or the page. */
  listKey?: string;
}

/** The state after a change of the filter or the page, which leaves the record open. */
export function withoutListKey(state: unknown): OpenRecordState | undefined {
  const { openRecord } = (state ?? {}) as Partial<OpenRecordState>;
  return openRecord === undefined ? undefined : { openRecord };
}

/** By which the browser's place on the page is remembered: that of the list, also while a record is open. */
export const scrollKey = ({ key, state }: { key: string; state: unknown }): string =>
  ((state ?? {}) as Partial<OpenRecordState>).listKey ?? key;
