import type { FriendRequest, Person } from 'contract/friends.ts';
import type { ComponentProps } from 'react';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type FriendChange, isDraft } from './friend-changes.ts';
import { useKeepFocus } from './kept-focus.tsx';

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  /** The user's name, so that a screen reader tells the rows' buttons apart. */
  who: string;
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  loading?: boolean;
}

function RowButton({ label, who, ...button }: RowButtonProps) {
  return (
    <Button {...button}>
      <span>
        {label} <VisuallyHidden>{who}</VisuallyHidden>
      </span>
    </Button>
  );
}

/** A button that disappears when it is pressed. */
export function ActionButton({ onAct, ...button }: Omit<RowButtonProps, 'onClick'> & { onAct: () => void }) {
  const keepFocus = useKeepFocus();
  return (
    <RowButton
      {...button}
      onClick={() => {
        keepFocus();
        onAct();
      }}
    />
  );
}

type Change = (change: FriendChange) => void;

interface DeleteRequestButtonProps {
  request: FriendRequest;
  /** The other user. */
  who: string;
  change: Change;
}

/** Enabled for requests that the signed-in user sent; nobody else may delete one. */
export function DeleteRequestButton({ request, who, change }: DeleteRequestButtonProps) {
  const isOwn = request.from_user_id === useSession()?.user.id;
  return (
    <ActionButton
      label="Delete"
      who={`request ${isOwn ? 'to' : 'from'} ${who}`}
      disabled={!isOwn}
      title={isOwn ? undefined : 'Only who sent a request can delete it.'}
      loading={isDraft(request)}
      onAct={() => change({ operation: 'deleteFriendRequest', request })}
    />
  );
}

interface PersonButtonProps {
  person: Person;
  change: Change;
}

export function RemoveButton({ person, change }: PersonButtonProps) {
  const keepFocus = useKeepFocus();
  const ask = () =>
    askToConfirm({
      title: 'REMOVE FRIEND',
      message: `${person.username} will no longer be your friend. Either of you may ask again.`,
      confirmLabel: 'Remove',
      onConfirm: () => {
        keepFocus();
        change({ operation: 'removeFriend', person });
      },
    });
  return <RowButton label="Remove" who={person.username} onClick={ask} />;
}

export function BlockButton({ person, change }: PersonButtonProps) {
  const keepFocus = useKeepFocus();
  const ask = () =>
    askToConfirm({
      title: 'BLOCK USER',
      message: `${person.username} will not find you or be able to ask you any more, and is not told. A friendship and open requests between you end.`,
      confirmLabel: 'Block',
      onConfirm: () => {
        keepFocus();
        change({ operation: 'blockUser', person });
      },
    });
  return <RowButton label="Block" who={person.username} variant="ghost" onClick={ask} />;
}
