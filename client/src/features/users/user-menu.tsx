import { mayManage } from 'contract/users/permissions.ts';
import type { User } from 'contract/users/user.ts';
import { useId } from 'react';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToEndSessions, useUserAction } from './users.queries.ts';

interface UserMenuProps {
  user: User;
  isDeleting: boolean;
  onDelete: () => void;
}

/** The actions on a user that need no opening of the record. */
export function UserMenu({ user, isDeleting, onDelete }: UserMenuProps) {
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
    <ActionMenu label={`More actions for ${user.username}`}>
      {isManaged && !isSelf && (
        <Button
          variant="ghost"
          loading={isPending}
          onClick={() => askToEndSessions(user, () => endSessions(user.id))}
        >
          <Labelled name={user.username}>End All Sessions</Labelled>
        </Button>
      )}
      <Button
        variant="ghost"
        disabled={reason !== undefined}
        aria-describedby={reason && reasonId}
        loading={isDeleting}
        onClick={onDelete}
      >
        <Labelled name={user.username}>Delete</Labelled>
      </Button>
      {reason && (
        <p className="max-w-[16rem] px-4 py-2 text-sm text-muted" id={reasonId}>
          {reason}
        </p>
      )}
    </ActionMenu>
  );
}
