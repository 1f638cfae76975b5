import { mayManage } from 'contract/users/permissions.ts';
import type { UserSummary } from 'contract/users/user.ts';
import { useId } from 'react';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToEndSessions, useUserAction } from './users.queries.ts';

interface UserActionsProps {
  user: UserSummary;
  isTable: boolean;
  isDeleting: boolean;
  onDelete: () => void;
}

/** The actions on a user that need no opening of the record. Cards have a line for the reason why one is disabled. */
export function UserActions({ user, isTable, isDeleting, onDelete }: UserActionsProps) {
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
        {...(isTable ? { variant: 'ghost', className: 'row-button text-error' } : { variant: 'danger' })}
        title={reason}
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
        <p className={isTable ? 'sr-only' : 'basis-full text-xs text-muted'} id={reasonId}>
          {reason}
        </p>
      )}
    </>
  );
}
