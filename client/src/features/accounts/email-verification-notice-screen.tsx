import { durationTexts } from 'contract/durations.ts';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { AccessCard, loginLink } from './access-card.tsx';
import { emailFlag, useEmailFlag } from './email-flag.ts';
import type { Registration } from './registration.ts';
import { useSite } from '#parts/site/site.ts';

const links = [{ to: paths.core, label: 'Go to Homepage', onClick: emailFlag.clear }, loginLink];

export default function EmailVerificationNoticeScreen() {
  const isEmailSent = useEmailFlag();
  const { state } = useLocation() as { state: Partial<Registration> | null };
  const { saveState } = useReturn();
  const username = useSession()?.user.username;
  // The user has signed in in the tab of the link, which saves what it can. The files of a check are in this tab only.
  if (username !== undefined && username.toLowerCase() === state?.username?.toLowerCase()) {
    return (
      <Navigate
        to={saveState?.returnTo ?? paths.dashboard}
        replace
        state={saveState?.returnTo.startsWith(paths.statement) ? { isToSave: true } : undefined}
      />
    );
  }
  return (
    <AccessCard heading="Registration Successful!" links={links}>
      <p>
        We have sent a verification link to{' '}
        {state?.email ? <strong>{state.email}</strong> : 'your email address'}. Open it within{' '}
        {durationTexts.verification} to verify your email address. Then you can sign in.
      </p>
      <LocalMail />
      <p>Please check your email: the inbox, and the spam folder if it is not there within a few minutes.</p>
      <p>
        Did you receive nothing, or was the email address wrong?{' '}
        <Link to={paths.resendVerification} state={state}>
          Send the link again
        </Link>
      </p>
      <LiveRegion>
        {!isEmailSent && (
          <Alert tone="info" title="NO VERIFICATION PENDING">
            <p>
              No verification is pending in this browser. You have already verified your email address, or you
              registered in another browser.
            </p>
          </Alert>
        )}
      </LiveRegion>
    </AccessCard>
  );
}

const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The server serves its mailbox only to the machine that it runs on. */
function LocalMail() {
  const site = useSite();
  if (!site?.has_mailbox || !ownMachine.test(window.location.hostname)) return null;
  return (
    <p>
      This server does not send email but stores it. To read it, open <a href="/mailbox">/mailbox</a> with the
      URL that the server printed when it started.
    </p>
  );
}
