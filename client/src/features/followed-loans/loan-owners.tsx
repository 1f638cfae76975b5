import { count } from 'contract/counts.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { newerVersionText } from 'contract/texts.ts';
import { lazy, useState } from 'react';
import { formatLongDate } from '#parts/format/format.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { useDeleteLoan, useInviteToLoan, useLeaveLoan, useRestoreLoan } from './followed-loans.queries.ts';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));

interface LoanOwnersProps {
  loan: FollowedLoan;
  /** How many of the user's objectives the loan fills. */
  goals: number;
  onDeleted: () => void;
}

/** Who follows the loan, and how that ends. */
export function LoanOwners({ loan, goals, onDeleted }: LoanOwnersProps) {
  const { id, name, co_owner, invited } = loan;
  const [isInviting, setInviting] = useState(false);
  const { mutate: leave } = useLeaveLoan(id);
  const { mutate: withdraw, isPending } = useInviteToLoan(id, { toastsFailure: true });
  const { mutate: remove } = useDeleteLoan(id);
  const close = () => setInviting(false);
  const askToLeave = () =>
    askToConfirm({
      title: 'LEAVE?',
      message: 'You keep all of it. Nobody is told.',
      confirmLabel: 'Leave',
      onConfirm: () => leave(),
    });
  const askToDelete = () =>
    askToConfirm({
      title: 'DELETE THIS LOAN?',
      message: `${name} is deleted permanently${goals > 0 ? `, with ${count(goals, 'goal')}` : ''}.${co_owner ? ` ${co_owner.username} keeps a copy. To follow it alone instead, leave it.` : ''} To keep the rows, download them as CSV first.`,
      confirmLabel: 'Delete loan',
      onConfirm: () => remove(undefined, { onSuccess: onDeleted }),
    });
  return (
    <Panel title="Owners" className="print:hidden">
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          {co_owner
            ? `You and ${co_owner.username} follow this loan together.`
            : invited
              ? `You asked ${invited.username} to follow this loan together.`
              : 'You follow this loan alone.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {co_owner && <Button onClick={askToLeave}>Leave</Button>}
          {invited && (
            <Button loading={isPending} onClick={() => withdraw({ user_id: null })}>
              Withdraw
            </Button>
          )}
          {!co_owner && !invited && <Button onClick={() => setInviting(true)}>Invite</Button>}
          <Button variant="ghost" onClick={askToDelete}>
            Delete
          </Button>
        </div>
      </div>
      {isInviting && (
        <LazyDialog onClose={close}>
          <InviteDialog loan={loan} onClose={close} />
        </LazyDialog>
      )}
    </Panel>
  );
}

type Change = FollowedLoan['changes'][number];

const actions: Record<Change['kind'], (change: Change) => string> = {
  created: ({ rows }) => `began to follow this loan${rows > 0 ? ` with ${count(rows, 'row')}` : ''}`,
  file: ({ rows }) => `added ${rows > 0 ? count(rows, 'row') : 'balances'}`,
  rows: ({ rows }) => `removed or changed ${count(rows, 'row')}`,
  restored: ({ rows }) => `undid a change${rows > 0 ? ` of ${count(rows, 'row')}` : ''}`,
  terms: () => 'changed the terms',
  owner: () => 'joined',
  unknown: () => newerVersionText.toLowerCase(),
};

const latestChanges = 5;
const list = 'flex flex-col gap-3 text-sm';
/** Its button is at the same place in each line. */
const item = 'grid items-start justify-items-start gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]';

/** What was added and changed, and how to take it back. */
export function LoanChanges({ loan }: { loan: FollowedLoan }) {
  const { id, version, changes, restorable, row_versions } = loan;
  const userId = useSession()?.user.id;
  const { mutate: restore, isPending } = useRestoreLoan(id);
  const nameOf = ({ by }: Change) =>
    by === null ? 'An earlier owner' : by.id === userId ? 'You' : by.username;
  const askToUndo = (change: Change, act: NonNullable<Change['undo_act']>, label: string) => {
    const rows = row_versions.filter((each) => each === change.version).length;
    askToConfirm({
      title: `${label.toUpperCase()}?`,
      message:
        act === 'undo'
          ? 'The loan is again as it was before. You can undo that, too.'
          : `${count(rows, 'row')} of it ${rows === 1 ? 'is' : 'are'} removed, and what was owed before the other rows is as it was without them. Balances of offset accounts that it added stay, and so do later changes.`,
      confirmLabel: label,
      onConfirm: () => restore({ version: change.version, act, loan_version: version }),
    });
  };
  const askToRestore = (entry: FollowedLoan['restorable'][number]) => {
    const body = { version: entry.version, act: 'restore' as const, loan_version: version };
    if (!entry.state) return restore(body);
    return askToConfirm({
      title: 'RESTORE?',
      message: `${count(row_versions.length, 'row')} ${row_versions.length === 1 ? 'is' : 'are'} removed, and what was owed before the first file is again as it was. You can undo that.`,
      confirmLabel: 'Restore',
      onConfirm: () => restore(body),
    });
  };
  const askToDiscard = (entry: FollowedLoan['restorable'][number]) =>
    askToConfirm({
      title: 'DISCARD?',
      message: `What the other owner removed or replaced on ${formatLocalDay(entry.at)} can no longer be restored then.`,
      confirmLabel: 'Discard',
      onConfirm: () => restore({ version: entry.version, act: 'discard', loan_version: version }),
    });
  /** The latest change is undone as a whole. */
  const lost = restorable.filter((entry) => entry.version !== version || changes.at(-1)?.undo_act !== 'undo');
  const items = changes.toReversed().map((change) => {
    const { undo_act: act } = change;
    const label = change.kind === 'file' ? 'Undo this file' : 'Undo';
    const period =
      change.first_date !== null && change.last_date !== null
        ? `, ${formatLongDate(change.first_date)} to ${formatLongDate(change.last_date)}`
        : '';
    const text = `${nameOf(change)} ${actions[change.kind](change)}${period}, on ${formatLocalDay(change.at)}.`;
    return (
      <li key={change.version} className={item}>
        <span className="min-w-0 wrap-anywhere">{text}</span>
        {act && (
          <Button variant="ghost" onClick={() => askToUndo(change, act, label)}>
            <Labelled name={text}>{label}</Labelled>
          </Button>
        )}
      </li>
    );
  });
  return (
    <Panel title="Changes" className="print:hidden">
      <div className="flex flex-col gap-4">
        <ul className={`${list} empty:hidden`}>
          {lost.map((entry) => (
            <li key={entry.version} className={item}>
              <span>
                On {formatLocalDay(entry.at)} the other owner{' '}
                {[
                  entry.rows > 0 && `removed or changed ${count(entry.rows, 'row')}`,
                  entry.terms && 'replaced terms',
                  entry.state && 'added rows in place of what was owed',
                ]
                  .filter(Boolean)
                  .join(' and ') || 'replaced balances'}
                .
              </span>
              <span className="flex flex-wrap gap-x-4 gap-y-1">
                <Button loading={isPending} onClick={() => askToRestore(entry)}>
                  <Labelled name={formatLocalDay(entry.at)}>Restore</Labelled>
                </Button>
                <Button variant="ghost" onClick={() => askToDiscard(entry)}>
                  <Labelled name={formatLocalDay(entry.at)}>Discard</Labelled>
                </Button>
              </span>
            </li>
          ))}
        </ul>
        <ul className={list}>{items.slice(0, latestChanges)}</ul>
        {items.length > latestChanges && (
          <Disclosure title="Earlier changes" defaultOpen={false}>
            <ul className={list}>{items.slice(latestChanges)}</ul>
          </Disclosure>
        )}
      </div>
    </Panel>
  );
}
