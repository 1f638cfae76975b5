import { redirectDelays } from 'contract/accounts/accounts.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { PasswordField, TextField } from '#parts/form/form-field.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { arePasskeysAvailable } from '#parts/second-factor/passkeys.ts';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { AccessScreen, coreLink } from '../access-card.tsx';
import { type LoginInput, useLogin } from '../accounts.queries.ts';
import { loginFailure, secondFactorFailure } from '../failures.ts';
import { LinkNotice, LinkQuestion } from './link-account.tsx';
import { LockNotice } from './lock-notice.tsx';
import { openIdStart } from './openid.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { useReturn } from '#parts/navigation/return-to.ts';
import { guestResult } from '#parts/unsaved/guest-work.ts';
import { storeRefusedSignIn } from '../registration.ts';
import { useSite } from '#parts/site/site.ts';
import { useLoginPasskey } from './second-factor.queries.ts';
import { useOpenIdArrival } from './use-openid-arrival.ts';
import { storeReturn } from '#parts/second-factor/provider-return.ts';

const SecondFactorStep = lazy(async () => ({
  default: (await import('./second-factor-step.tsx')).SecondFactorStep,
}));

const refusedText = 'That page is for agents, the staff of this site. Your account is not one of theirs.';

const links = [{ to: paths.register, label: 'INITIATE REGISTRATION' }, coreLink];

const empty: LoginInput = { username_or_email: '', password: '' };

export default function LoginScreen() {
  const user = useSession()?.user;
  const username = user?.username;
  const isSignedIn = username !== undefined;
  const { mutateAsync: login, data, error, variables, submittedAt, reset } = useLogin();
  const passkey = useLoginPasskey();
  const openId = useOpenIdArrival();
  const openIdName = useSite()?.openid_name;
  const { link, forgetLink, name: providerName } = openId;
  const hasSameEmail = link?.email.toLowerCase() === user?.email.toLowerCase();
  const passed = data ?? openId.data;
  const challenge = passed && 'second_factor' in passed ? passed.second_factor : null;
  const [restartReason, setRestartReason] = useState<string>();
  const failure = error && loginFailure(error);
  const { flag, reason = '', waitMs = 0 } = failure ?? {};
  const lockedUntilMs = submittedAt + waitMs;
  const { username_or_email: identifier, password } = variables ?? empty;
  const clearFailures = () => {
    reset();
    passkey.reset();
    openId.forget();
    setRestartReason(undefined);
  };
  const navigate = useNavigate();
  const { path: returnPath, isSessionExpired, isRefused, isToSave } = useReturn();

  // A link is for one sign-in.
  const [lastUsername, setLastUsername] = useState(username);
  if (lastUsername !== username) {
    setLastUsername(username);
    if (username === undefined) forgetLink();
  }

  const refuseLink = useEffectEvent(() => {
    if (!link) return;
    toast.error(`${providerName}’s ${link.email} was not linked: your account has another email address.`);
    forgetLink();
  });
  useEffect(() => {
    if (username !== undefined && !hasSameEmail) refuseLink();
  }, [username, hasSameEmail]);

  useEffect(() => {
    if (username === undefined || link) return;
    const leave = () => {
      // A toast, because it remains visible after the navigation.
      if (isRefused) toast.error(refusedText);
      const pendingPath = guestResult.take(username);
      const isSaving = isToSave || pendingPath !== null;
      void navigate(isToSave ? returnPath : (pendingPath ?? returnPath), {
        replace: true,
        state: isSaving ? { isToSave: true } : undefined,
      });
    };
    const timer = setTimeout(leave, redirectDelays.alreadySignedInMs);
    return () => clearTimeout(timer);
  }, [username, link, isRefused, isToSave, navigate, returnPath]);

  // Both flags lead to a redirect with the reason in a toast. A new sign-in cancels the redirect.
  useEffect(() => {
    if (flag === undefined) return;
    if (flag === 'accountNotVerified') {
      toast.error(reason);
      storeRefusedSignIn(identifier, password);
      reset();
      void navigate(paths.resendVerification);
      return;
    }
    const timer = setTimeout(() => {
      const leftMs = lockedUntilMs - Date.now();
      // Visible until the wait is over.
      if (leftMs > 0) toast.error(<LockNotice endsAtMs={lockedUntilMs} />, leftMs);
      else toast.error(reason);
      reset();
      void navigate(paths.core);
    }, redirectDelays.tooManyAttemptsMs);
    return () => clearTimeout(timer);
  }, [flag, reason, lockedUntilMs, identifier, password, reset, navigate]);

  if (challenge) {
    const restart = (why?: string) => {
      clearFailures();
      setRestartReason(why);
    };
    return (
      <AccessScreen heading="SYSTEM ACCESS" links={links}>
        <Suspense fallback={<Loading />}>
          <SecondFactorStep challenge={challenge} onRestart={restart} />
        </Suspense>
      </AccessScreen>
    );
  }

  if (link && username !== undefined && hasSameEmail) {
    return (
      <AccessScreen heading="LINK AN ACCOUNT" links={[]}>
        <LinkQuestion provider={providerName} link={link} username={username} onForget={forgetLink} />
      </AccessScreen>
    );
  }

  return (
    <AccessScreen heading="SYSTEM ACCESS" links={links}>
      {link && !isSignedIn && <LinkNotice provider={providerName} link={link} onForget={forgetLink} />}
      {isRefused && isSignedIn && <Alert tone="error" title={refusedText} />}
      {isSessionExpired && !isSignedIn && !failure && (
        <Alert tone="info" title="YOUR SESSION HAS ENDED">
          <p>
            A session ends {durationTexts.session} after the sign-in, when the password changes, and when you
            end it on another device. Sign in again to return to where you were.
          </p>
        </Alert>
      )}
      {failure && (
        <Alert tone="error" role="alert" title={failure.text}>
          {waitMs > 0 ? (
            <p>
              {flag === undefined && 'That was the last attempt for now. '}
              <LockNotice endsAtMs={lockedUntilMs} />
            </p>
          ) : (
            reason && <p>{reason}</p>
          )}
        </Alert>
      )}
      {openId.failure && (
        <Alert tone="warn" role="alert" title="NOT SIGNED IN">
          <p>{openId.failure}</p>
          {openId.outcome === 'expired' && <a href={openIdStart}>Begin again with {providerName}</a>}
        </Alert>
      )}
      {(passkey.error || openId.error || restartReason) && (
        <Alert tone="error" role="alert" title="ACCESS DENIED. RETRY">
          <p>{refusalOf(passkey.error ?? openId.error) ?? restartReason}</p>
        </Alert>
      )}
      <LoginForm
        login={(input) => {
          clearFailures();
          return login(input);
        }}
        isGranted={isSignedIn && !isRefused}
        clearFailure={clearFailures}
      />
      {(arePasskeysAvailable() || openIdName) && !isSignedIn && (
        <>
          <p className="flex max-w-none items-center gap-4 text-xs text-muted before:flex-1 before:border-t before:border-rule after:flex-1 after:border-t after:border-rule">
            or
          </p>
          {arePasskeysAvailable() && (
            <PasskeySignIn
              isPending={passkey.isPending}
              onSignIn={(suggested) => {
                clearFailures();
                passkey.mutate(suggested);
              }}
            />
          )}
          {openIdName && <OpenIdSignIn name={openIdName} />}
        </>
      )}
    </AccessScreen>
  );
}

const refusalOf = (error: Error | null) => (error ? secondFactorFailure(error) : undefined);

interface LoginFormProps {
  login: (input: LoginInput) => Promise<unknown>;
  isGranted: boolean;
  clearFailure: () => void;
}

function LoginForm({ login, isGranted, clearFailure }: LoginFormProps) {
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/accounts/accounts.ts')).login.body,
    reValidateMode: 'onSubmit',
    onSubmit: login,
  });

  // Typing clears an error; only the next submission validates again.
  const rulesOf = (name: keyof LoginInput) => ({
    onChange: () => {
      form.clearErrors(name);
      clearFailure();
    },
  });

  return (
    <Form form={form} className="" failure={null}>
      <TextField
        form={form}
        name="username_or_email"
        label="IDENTIFIER"
        hint="Your username or email."
        rules={rulesOf('username_or_email')}
        autoComplete={arePasskeysAvailable() ? 'username webauthn' : 'username'}
        required
      />
      <PasswordField
        form={form}
        name="password"
        label="CREDENTIALS"
        hint="Your password."
        aside={
          <Link className="text-xs tracking-wide" to={paths.forgotPassword}>
            CREDENTIALS LOST?
          </Link>
        }
        rules={rulesOf('password')}
        what="credentials"
        autoComplete="current-password"
        required
      />
      <SubmitButton
        form={form}
        loading={isGranted}
        busyLabel={isGranted ? 'ACCESS GRANTED' : 'TRANSMITTING...'}
      >
        {isGranted ? 'ACCESS GRANTED' : 'AUTHENTICATE'}
      </SubmitButton>
    </Form>
  );
}

/** A link that leaves the app: the server leads on to the provider. */
function OpenIdSignIn({ name }: { name: string }) {
  const { state } = useLocation() as { state: unknown };
  return (
    <a className="button button-secondary" href={openIdStart} onClick={() => storeReturn(state)}>
      USE {name}
    </a>
  );
}
