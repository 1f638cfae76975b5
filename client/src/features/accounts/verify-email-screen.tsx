import { accountMessages, redirectDelays } from 'contract/accounts.constants.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { Link, useLocation } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/paths.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { AccessCard } from './access-card.tsx';
import { useVerifyEmail } from './accounts.queries.ts';
import { LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';
import { returnTo } from '#parts/return-to.ts';

export default function VerifyEmailScreen() {
  const { data, error, isFetching, refetch } = useVerifyEmail(useAccountLink());
  return (
    <AccessCard heading="EMAIL VERIFICATION" links={data && []}>
      <LinkResult
        pending={isFetching && 'Verifying email...'}
        success={data && accountMessages.emailVerified}
        redirectSeconds={redirectDelays.afterVerificationSeconds}
      />
      {error && !isFetching && <Failure error={error} retry={refetch} />}
    </AccessCard>
  );
}

function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  if (error instanceof ApiError && error.code === 'sign_in_required') return <SignInFirst />;
  return (
    <LinkFailure
      error={error}
      title={accountMessages.emailVerificationFailed}
      advice={
        <>
          A link works for {spokenTimes.verification}, and only the last one sent.{' '}
          <Link to={paths.resendVerification}>Send the link again</Link>
        </>
      }
      retry={retry}
    />
  );
}

/** Only the signed-in account can confirm its changed address. The login returns here. */
function SignInFirst() {
  const { pathname } = useLocation();
  const user = useSession()?.user;
  return (
    <>
      <Alert tone="warn" role="alert" title={accountMessages.signInToConfirmEmail}>
        {user && (
          <p>You are signed in as {user.username}. If the address is another account’s, leave first.</p>
        )}
      </Alert>
      {!user && (
        <Button variant="primary" to={paths.login} state={returnTo(pathname)}>
          Sign in and confirm
        </Button>
      )}
    </>
  );
}
