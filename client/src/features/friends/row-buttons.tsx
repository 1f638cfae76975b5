import type { Person } from 'contract/friends/friends.ts';
import type { ComponentProps } from 'react';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { draftRequest, type FriendRequest, isPending } from './friend-changes.ts';
import { useChangeFriends } from './friends.queries.ts';
import { useRowFrame } from './people-list.tsx';
import { StatusLabel } from './person.tsx';

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  /** Names the row's buttons for screen readers. */
  who: string;
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  loading?: boolean;
}

function RowButton({ label, who, ...button }: RowButtonProps) {
  return (
    <Button {...button}>
      <Labelled name={who}>{label}</Labelled>
    </Button>
  );
}

export function ActionButton({ onAct, ...button }: Omit<RowButtonProps, 'onClick'> & { onAct: () => void }) {
  const { freeze } = useRowFrame();
  return (
    <RowButton
      {...button}
      onClick={() => {
        freeze();
        onAct();
      }}
    />
  );
}

interface RequestStateProps {
  request: FriendRequest;
  /** Only the sender can delete a request. */
  isOwn: boolean;
  who: string;
  isGone: boolean;
}

export function RequestState({ request, isOwn, who, isGone }: RequestStateProps) {
  const change = useChangeFriends();
  if (isGone) return <DeletedRequest request={request} isOwn={isOwn} />;
  return (
    <>
      <StatusLabel status={request.status} />
      <ActionButton
        label="Delete"
        who={`request ${isOwn ? 'to' : 'from'} ${who}`}
        disabled={!isOwn}
        title={isOwn ? undefined : 'Only the sender of a request can delete it.'}
        loading={request.isDraft === true}
        onAct={() => change({ operation: 'deleteFriendRequest', request })}
      />
    </>
  );
}

export function UndoButton({ what, onUndo }: { what: string; onUndo: () => void }) {
  const { freeze, release } = useRowFrame();
  return (
    <RowButton
      label="Undo"
      who={what}
      onClick={() => {
        freeze();
        release();
        onUndo();
      }}
    />
  );
}

/**
 * Replaces a deleted request. Only a pending request can be restored. The label replaces the pressed button, so a
 * second press does nothing.
 */
function DeletedRequest({ request, isOwn }: { request: FriendRequest; isOwn: boolean }) {
  const user = useSession()?.user;
  const change = useChangeFriends();
  const { to_user_id: id, to_user: username } = request;
  const person = id !== undefined && { id, username, user_image: null };
  return (
    <>
      {user && person && isOwn && isPending(request) && (
        <UndoButton
          what={`deletion of the request to ${username}`}
          onUndo={() =>
            change({ operation: 'sendFriendRequest', person, request: draftRequest(user, person) })
          }
        />
      )}
      <StatusLabel status="rejected">Deleted</StatusLabel>
    </>
  );
}

const confirmed = {
  removeFriend: {
    label: 'Remove',
    variant: 'secondary',
    title: 'REMOVE FRIEND',
    message: 'will no longer be your friend. Either of you can send a new friend request.',
  },
  blockUser: {
    label: 'Block',
    variant: 'ghost',
    title: 'BLOCK USER',
    message:
      'will no longer be able to find you or send you a friend request, and is not notified. Blocking ends a friendship and open requests between you.',
  },
} as const;

export function ConfirmedButton({
  person,
  operation,
}: {
  person: Person;
  operation: keyof typeof confirmed;
}) {
  const change = useChangeFriends();
  const { freeze } = useRowFrame();
  const { label, variant, title, message } = confirmed[operation];
  const ask = () =>
    askToConfirm({
      title,
      message: `${person.username} ${message}`,
      confirmLabel: label,
      onConfirm: () => {
        freeze();
        change({ operation, person });
      },
    });
  return <RowButton label={label} who={person.username} variant={variant} onClick={ask} />;
}
