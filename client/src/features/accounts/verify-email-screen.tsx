import { redirectDelays } from 'contract/limits.ts';
import { layoutTexts, messages } from 'contract/messages.ts';
import { Link } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#app/paths.ts';
import { AccessCard } from './access-screen.tsx';
import { useAccountLink } from './account-link.ts';
import { LinkFailure, LinkResult } from './link-result.tsx';
import { useVerifyEmail } from './registration.queries.ts';

const links = [
  { to: paths.login, label: 'ACCESS SYSTEM' },
  { to: paths.core, label: layoutTexts.returnToCore },
];

export default function VerifyEmailScreen() {
  const { data, error, isFetching, refetch } = useVerifyEmail(useAccountLink());
  return (
    <AccessCard title="Verify email" heading="EMAIL VERIFICATION" links={data ? [] : links}>
      <LinkResult
        pending={isFetching && 'Verifying email...'}
        success={data && messages.emailVerified}
        redirectSeconds={redirectDelays.afterVerificationSeconds}
      />
      {error && !isFetching && <Failure error={error} retry={refetch} />}
    </AccessCard>
  );
}

function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  if (error instanceof ApiError && error.code === 'sign_in_required') {
    return (
      <LinkFailure
        error={error}
        title={error.message}
        advice="Sign in to the account whose address changes, then open the link again."
        retry={retry}
      />
    );
  }
  return (
    <LinkFailure
      error={error}
      title={messages.emailVerificationFailed}
      advice={
        <>
          A link works for 24 hours, and only the last one sent.{' '}
          <Link to={paths.resendVerification}>Send the link again</Link>
        </>
      }
      retry={retry}
    />
  );
}
