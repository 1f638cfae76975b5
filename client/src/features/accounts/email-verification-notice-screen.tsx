import { durationTexts } from 'contract/durations.ts';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { AccessCard, loginLink } from './access-card.tsx';
import { emailFlag, useEmailFlag } from './email-flag.ts';
import { LocalMail } from './local-mail.tsx';
import type { Registration } from './registration.ts';

const links = [{ to: paths.core, label: 'Go to Homepage', onClick: emailFlag.clear }, loginLink];

export default function EmailVerificationNoticeScreen() {
  const isEmailSent = useEmailFlag();
  const { state } = useLocation() as { state: Partial<Registration> | null };
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
