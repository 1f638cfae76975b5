import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { SuspendUser } from './suspension.tsx';
import type { UserFile } from './user-frame.tsx';
import {
  askToDeleteUser,
  askToEndSessions,
  askToLockOut,
  type useDeleteOtherUser,
  useSetActive,
  useUserAction,
} from './users.queries.ts';
import { useState } from 'react';
import { ViewReasonDialog } from '#parts/records/view-reasons.tsx';

interface UserActsProps {
  file: UserFile;
  deletion: ReturnType<typeof useDeleteOtherUser>;
}

/** What an agent can do about the account. */
export function UserActs({ file: { user, isManaged, isSelf, overview }, deletion }: UserActsProps) {
  const ending = useUserAction('endUserSessions');
  const activation = useSetActive(user);
  const name = user.username;
  if (isSelf) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {overview && <AddViewReason userId={user.id} />}
      {isManaged && (
        <>
          {overview && overview.sessions.length > 0 && (
            <Button
              loading={ending.isPending}
              onClick={() => askToEndSessions(user, () => ending.mutate(user.id))}
            >
              <Labelled name={name}>End All Sessions</Labelled>
            </Button>
          )}
          {overview && user.suspended_until === null && <SuspendUser user={user} />}
          {user.is_active ? (
            <Button
              loading={activation.isPending}
              onClick={() => askToLockOut(user, () => activation.mutate(false))}
            >
              <Labelled name={name}>Lock Out</Labelled>
            </Button>
          ) : (
            <Button loading={activation.isPending} onClick={() => activation.mutate(true)}>
              <Labelled name={name}>Activate</Labelled>
            </Button>
          )}
          <Button
            variant="danger"
            loading={deletion.isPending}
            onClick={() => askToDeleteUser(user, () => deletion.mutate(user))}
          >
            <Labelled name={name}>Delete</Labelled>
          </Button>
        </>
      )}
    </div>
  );
}

/** Where no reason is required, an agent may still add one. */
function AddViewReason({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Add a reason
      </Button>
      {isOpen && (
        <ViewReasonDialog
          of={{ userId }}
          title="Add a Reason"
          submitLabel="Save"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
