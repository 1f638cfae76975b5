import { mayManage } from 'contract/users/permissions.ts';
import type { User } from 'contract/users/user.ts';
import { useId } from 'react';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToEndSessions, useUserAction } from './users.queries.ts';

interface UserActionsProps {
  user: User;
  isDeleting: boolean;
  onDelete: () => void;
}

/** The actions on a user that need no opening of the record. In a wrapping flex box, the reason why they are off has its own line. */
export function UserActions({ user, isDeleting, onDelete }: UserActionsProps) {
  const agent = useSession()?.user;
  const reasonId = useId();
  const { mutate: endSessions, isPending } = useUserAction('endUserSessions');
  const isSelf = agent?.id === user.id;
  const isManaged = agent !== undefined && mayManage(agent, user);
  const reason = isSelf
    ? 'You can delete your own account in your profile.'
    : isManaged
      ? undefined
      : 'Only superusers can delete staff.';
  return (
    <>
      <Button
        variant="danger"
        disabled={reason !== undefined}
        aria-describedby={reason && reasonId}
        loading={isDeleting}
        onClick={onDelete}
      >
        <Labelled name={user.username}>Delete</Labelled>
      </Button>
      {!reason && (
        <ActionMenu label={`More actions for ${user.username}`}>
          <Button
            variant="ghost"
            loading={isPending}
            onClick={() => askToEndSessions(user, () => endSessions(user.id))}
          >
            <Labelled name={user.username}>End All Sessions</Labelled>
          </Button>
        </ActionMenu>
      )}
      {reason && (
        <p className="basis-full text-xs text-muted" id={reasonId}>
          {reason}
        </p>
      )}
    </>
  );
}
