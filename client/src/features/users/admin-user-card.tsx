import type { SessionUser } from 'contract/accounts.ts';
import { mayManage } from 'contract/permissions.ts';
import type { User } from 'contract/user.ts';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { adminEditUserPath } from '#parts/paths.ts';
import { SignedImage } from '#parts/signed-image.tsx';
import { Button } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { AccountStatus } from './account-status.tsx';
import styles from './admin-user-card.module.css';

interface AdminUserCardProps {
  user: User;
  agent: SessionUser | undefined;
  isDeleting: boolean;
  onDelete: () => void;
}

/** Px. */
const imageSize = 64;

const flag = (is: boolean) => (is ? 'True' : 'False');

export function AdminUserCard({ user, agent, isDeleting, onDelete }: AdminUserCardProps) {
  const { search } = useLocation();
  const noteId = useId();
  const reason = whyNotDeleted(agent, user);
  return (
    <li className={styles.card}>
      <div className={styles.person}>
        <SignedImage path={user.user_image} alt="" size={imageSize} />
        <div className={styles.words}>
          <h2 className={styles.name}>{user.username}</h2>
          <p className={styles.email}>{user.email}</p>
        </div>
      </div>
      <dl className={styles.facts}>
        <dt>Is Staff</dt>
        <dd>{flag(user.is_staff)}</dd>
        <dt>Is Active</dt>
        <dd>{flag(user.is_active)}</dd>
        <dt>Is Premium User</dt>
        <dd>{flag(user.is_premium_user)}</dd>
        <dt>Account Status</dt>
        <dd>
          <AccountStatus status={user.account_status} />
        </dd>
        <dt>Updated</dt>
        <dd>
          <UtcTime at={user.date_updated} />
        </dd>
      </dl>
      <div className={styles.actions}>
        {/* With the list's search, for the way back. */}
        <Button to={adminEditUserPath(user.id)} state={{ search }}>
          Edit <VisuallyHidden>{user.username}</VisuallyHidden>
        </Button>
        <Button
          variant="danger"
          disabled={reason !== undefined}
          aria-describedby={reason && noteId}
          loading={isDeleting}
          onClick={onDelete}
        >
          Delete <VisuallyHidden>{user.username}</VisuallyHidden>
        </Button>
        {reason && (
          <p className={styles.note} id={noteId}>
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

function whyNotDeleted(agent: AdminUserCardProps['agent'], user: User): string | undefined {
  if (agent?.id === user.id) return 'Your own account is deleted on your profile.';
  return agent && mayManage(agent, user) ? undefined : 'Only superusers delete staff.';
}
