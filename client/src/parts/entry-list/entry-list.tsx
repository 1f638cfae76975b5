import type { ReactNode } from 'react';
import { ApiError } from '#api/api-error.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm, type Question } from '#ui/overlays/confirm.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { focusRegion } from '#ui/keep-focus.ts';

/** The operations that remove an entry, each with that of its list. */
const lists = {
  deleteDevice: 'listDevices',
  deleteIdentity: 'listIdentities',
  deleteInvitation: 'listInvitations',
  deleteSecondFactor: 'listSecondFactors',
  deleteSession: 'listSessions',
  deleteToken: 'listTokens',
} as const;

interface Entry {
  id: string;
  current?: boolean;
}

interface EntryListProps<One extends Entry> {
  label: string;
  entries: readonly One[];
  empty?: string;
  /** The label of an entry's button, one word. */
  verb: string;
  /** The name of the entry for screen readers. */
  nameOf: (entry: One) => string;
  operation: keyof typeof lists;
  /** The message after a removal. */
  success: string;
  failureOf?: (error: Error) => string;
  confirmation: (entry: One) => Omit<Question, 'onConfirm'>;
  children: (entry: One) => ReactNode;
}

/**
 * A list of entries, each with a button that removes it, except the current session or device. An entry that no longer
 * exists counts as removed.
 */
export function EntryList<One extends Entry>({
  label,
  entries,
  empty,
  verb,
  nameOf,
  operation,
  success,
  failureOf,
  confirmation,
  children,
}: EntryListProps<One>) {
  const removal = useApiMutation({
    mutationFn: async (id: string) => {
      try {
        await call(operation, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    success: () => success,
    toastsFailure: failureOf ?? true,
    invalidates: [lists[operation]],
  });
  return (
    <div {...focusRegion}>
      {entries.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="flex flex-col gap-4" aria-label={label}>
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 not-first:border-t not-first:border-rule not-first:pt-4"
          >
            <div className="min-w-0 flex-[1_1_10rem] text-sm wrap-anywhere text-muted">{children(entry)}</div>
            {!entry.current && (
              <Button
                loading={removal.isPending && removal.variables === entry.id}
                onClick={() =>
                  askToConfirm({ ...confirmation(entry), onConfirm: () => removal.mutate(entry.id) })
                }
              >
                <Labelled name={nameOf(entry)}>{verb}</Labelled>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function EntryTitle({ name, isCurrent = false }: { name: string; isCurrent?: boolean }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-semibold text-strong">
      {name}
      {isCurrent && (
        <span className="rounded border border-control px-2 text-xs font-normal text-strong">this one</span>
      )}
    </p>
  );
}
