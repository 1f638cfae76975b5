import { redirectDelays } from 'contract/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#session/session.ts';
import { paths } from '#parts/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { toast } from '#ui/toast.ts';
import { AccessScreen } from './access-screen.tsx';
import { LoginForm } from './login-form.tsx';
import { useReturnPath } from './return-to.ts';
import { loginFailure, useLogin } from './use-login.ts';

const links = [
  { to: paths.register, label: 'INITIATE REGISTRATION' },
  { to: paths.forgotPassword, label: 'CREDENTIALS LOST?' },
  { to: paths.core, label: layoutTexts.returnToCore },
];

export default function LoginScreen() {
  const isSignedIn = useSession() !== null;
  const { mutate, isPending, error, reset } = useLogin();
  const failure = error && loginFailure(error);
  const { flag, reason = '' } = failure ?? {};
  const navigate = useNavigate();
  const returnPath = useReturnPath();

  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(
      () => void navigate(returnPath, { replace: true }),
      redirectDelays.alreadySignedInMs,
    );
    return () => clearTimeout(timer);
  }, [isSignedIn, navigate, returnPath]);

  // Both flags redirect, and a toast shows the reason there. A new login clears them and cancels the redirect.
  useEffect(() => {
    if (flag === undefined) return;
    const leave = (path: string) => {
      toast.error(reason);
      reset();
      void navigate(path);
    };
    if (flag === 'accountNotVerified') return leave(paths.resendVerification);
    const timer = setTimeout(() => leave(paths.core), redirectDelays.tooManyAttemptsMs);
    return () => clearTimeout(timer);
  }, [flag, reason, reset, navigate]);

  return (
    <AccessScreen heading="SYSTEM ACCESS" links={links}>
      {failure && (
        <Alert tone="error" role="alert" title={failure.text}>
          {reason && <p>{reason}</p>}
        </Alert>
      )}
      <LoginForm login={mutate} isPending={isPending} isGranted={isSignedIn} clearFailure={reset} />
    </AccessScreen>
  );
}
