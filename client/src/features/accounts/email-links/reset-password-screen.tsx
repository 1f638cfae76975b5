import { messageMarks, redirectDelays } from 'contract/accounts/accounts.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { AccessCard, loginLink } from '../access-card.tsx';
import { useResetPassword } from '../accounts.queries.ts';
import { LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';

const links = [loginLink, { to: paths.core, label: 'Back to Home' }];

export default function ResetPasswordScreen() {
  const { data, error, isFetching, refetch } = useResetPassword(useAccountLink());
  const isPasswordSent = data?.msg.includes(messageMarks.temporaryPasswordSent) ?? false;
  return (
    <AccessCard heading="PASSWORD RESET" links={isPasswordSent ? [] : links}>
      <LinkResult
        pending={isFetching && 'Resetting password...'}
        success={data?.msg}
        redirectSeconds={isPasswordSent ? redirectDelays.afterTemporaryPasswordSeconds : undefined}
      >
        {isPasswordSent && (
          <p>
            The temporary password works for {durationTexts.temporaryPassword}. Sign in with it, then choose a
            new password.
          </p>
        )}
      </LinkResult>
      {error && !isFetching && (
        <LinkFailure
          error={error}
          advice={
            <>
              A link works for {durationTexts.reset}.{' '}
              <Link to={paths.forgotPassword}>Request a new link</Link>
            </>
          }
          retry={refetch}
        />
      )}
    </AccessCard>
  );
}
