import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OpenRecordState } from '#parts/list/open-record-state.ts';

interface ListLocation {
  key: string;
  search: string;
  hash: string;
  state: Partial<OpenRecordState> | null;
}

/**
 * The record that is open in a list. Opening it adds a history entry, so that the browser's Back closes it, however many
 * records were read in it.
 */
export function useOpenRecord() {
  const navigate = useNavigate();
  const { key, search, hash, state } = useLocation() as ListLocation;
  /** The record to which J and K led, which is not the one in the history. */
  const [latest, setLatest] = useState<string | null>(null);
  /** The keys of the entries whose record was closed: a way back takes a moment, and there is a way forward. */
  const [closedKeys, setClosedKeys] = useState<readonly string[]>([]);
  const inHistory = state?.openRecord;
  const isClosed = inHistory !== undefined && closedKeys.includes(key);
  return {
    id: inHistory === undefined || isClosed ? null : (latest ?? inHistory),
    /** @param isOpen whether a record is displayed already, in whose place this one opens. */
    open: (id: string, isOpen: boolean) => {
      setLatest(id);
      if (isClosed) setClosedKeys(closedKeys.filter((closed) => closed !== key));
      if (isOpen || isClosed) return;
      // The record of this entry is on another page.
      if (inHistory !== undefined) setClosedKeys([...closedKeys, key]);
      const opened: OpenRecordState = { openRecord: id, listKey: key };
      // At once, because a key may follow.
      void navigate({ search, hash }, { state: opened, preventScrollReset: true, flushSync: true });
    },
    /** When it returns, no record is displayed. */
    close: () => {
      flushSync(() => setClosedKeys([...closedKeys, key]));
      if (state?.listKey !== undefined) void navigate(-1);
      // The entry before has another filter or page.
      else void navigate({ search, hash }, { replace: true, preventScrollReset: true });
    },
  };
}
