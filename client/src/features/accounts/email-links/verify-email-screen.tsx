import { useQuery } from '@tanstack/react-query';
import { accountMessages, redirectDelays } from 'contract/accounts/accounts.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { ownUser } from '#session/session.queries.ts';
import { type Session, useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { AccessCard } from '../access-card.tsx';
import { useVerifyEmail } from '../accounts.queries.ts';
import { type Destination, LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';
import { returnTo } from '#parts/navigation/return-to.ts';

export default function VerifyEmailScreen() {
  const session = useSession();
  return session ? <SignedInVerification key={session.user.id} session={session} /> : <Verification />;
}

/**
 * The user confirms a changed email address with a button: otherwise any page could make the browser follow the
 * link.
 */
function SignedInVerification({ session }: { session: Session }) {
  const { data: user, error, isFetching, refetch } = useQuery(ownUser(session));
  const [isConfirmed, confirm] = useState(false);
  // A confirmed email address is no longer pending.
  if (isConfirmed || (user && !user.pending_email)) return <Verification />;
  return (
    <AccessCard heading="EMAIL VERIFICATION" links={[]}>
      {user ? (
        <>
          <p>
            The email of the account <strong>{user.username}</strong> becomes{' '}
            <strong className="wrap-anywhere">{user.pending_email}</strong>. We notify the current email
            address, <span className="wrap-anywhere">{user.email}</span>, from which you can undo the change
            for {durationTexts.undoEmailChange}.
          </p>
          <Button variant="primary" onClick={() => confirm(true)}>
            Confirm this email
          </Button>
        </>
      ) : (
        <LinkResult pending={isFetching && 'Loading your account...'} success={undefined} />
      )}
      {error && !user && !isFetching && (
        <LinkFailure error={error} advice="Your account could not be loaded." retry={refetch} />
      )}
    </AccessCard>
  );
}

const profile: Destination = { to: paths.profile, name: 'your profile', label: 'YOUR PROFILE' };

function Verification() {
  const session = useSession();
  const { data, error, isFetching, refetch } = useVerifyEmail(useAccountLink());
  return (
    <AccessCard heading="EMAIL VERIFICATION" links={data && []}>
      <LinkResult
        pending={isFetching && 'Verifying email...'}
        success={data && accountMessages.emailVerified}
        redirectSeconds={redirectDelays.afterVerificationSeconds}
        {...(session && { destination: profile })}
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
          A link works for {durationTexts.verification}. Only the latest link works.{' '}
          <Link to={paths.resendVerification}>Send the link again</Link>
        </>
      }
      retry={retry}
    />
  );
}

/** Only the account's user can confirm a changed email address. After the sign-in, the login returns here. */
function SignInFirst() {
  const { pathname } = useLocation();
  const user = useSession()?.user;
  return (
    <>
      <Alert tone="warn" role="alert" title={accountMessages.signInToConfirmEmail}>
        {user && (
          <p>
            You are signed in as {user.username}. If the email address belongs to another account, sign out
            first.
          </p>
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
