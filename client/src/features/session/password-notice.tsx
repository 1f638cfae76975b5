import { useQuery } from '@tanstack/react-query';
import { type Session } from '#api/session.ts';
import { Alert } from '#ui/alert.tsx';
import { ownUser } from './session.queries.ts';
import styles from './password-notice.module.css';

/** Stays in view for as long as the password is one that the user did not choose. */
export function PasswordNotice({ session }: { session: Session }) {
  const { data: mustChange } = useQuery({
    ...ownUser(session),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    select: (user) => user.must_change_password,
  });
  if (!mustChange) return null;
  return (
    <div className={styles.notice}>
      <Alert tone="warn" title="YOUR PASSWORD MUST BE CHANGED" role="status">
        <p>
          You signed in with a password that was made for you. Changing it belongs to the profile page, which
          is not open yet; it will be the first thing to do there.
          {session.user.is_staff && ' Until then, staff areas stay closed to you.'}
        </p>
      </Alert>
    </div>
  );
}
