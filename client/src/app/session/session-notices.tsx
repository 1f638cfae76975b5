import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import type { Session } from '#session/session.ts';
import { useTimeToLogout } from '#session/use-time-to-logout.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { PasswordNotice } from './password-notice.tsx';

const [noticeMs] = sessionLimits.countdownAnnouncementsMs;

/** The notices above every page of a signed-in user. */
export function SessionNotices({ session }: { session: Session }) {
  return (
    <>
      <LogoutNotice />
      <PasswordNotice session={session} />
    </>
  );
}

/** Not a live region, because screen readers announce the countdown. */
function LogoutNotice() {
  const remainingMs = useTimeToLogout();
  if (remainingMs === null || remainingMs > noticeMs) return null;
  return (
    <div className="mx-auto w-full max-w-page px-gutter pt-4 pb-0">
      <Alert tone="warn" title="AUTOMATIC LOGOUT WITHIN 5 MINUTES">
        <p>
          Save your changes now. Unsaved changes are lost at the logout. If you sign out and in again, your
          session lasts another {durationTexts.session}.
        </p>
      </Alert>
    </div>
  );
}
