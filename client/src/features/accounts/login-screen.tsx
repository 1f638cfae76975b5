import { redirectDelays } from 'contract/accounts.constants.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PasswordField, TextField } from '#parts/form-field.tsx';
import { paths } from '#parts/paths.ts';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { AccessScreen, coreLink } from './access-card.tsx';
import { type LoginInput, useLogin } from './accounts.queries.ts';
import { loginFailure } from './failures.ts';
import { useReturnPath } from '#parts/return-to.ts';

const links = [
  { to: paths.register, label: 'INITIATE REGISTRATION' },
  { to: paths.forgotPassword, label: 'CREDENTIALS LOST?' },
  coreLink,
];

const resolver = schemaResolver<LoginInput>(async () => (await import('contract/accounts.ts')).login.body);

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

  // Both flags redirect and toast the reason. A new login cancels the redirect.
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

interface LoginFormProps {
  login: (input: LoginInput) => void;
  isPending: boolean;
  isGranted: boolean;
  clearFailure: () => void;
}

function LoginForm({ login, isPending, isGranted, clearFailure }: LoginFormProps) {
  const form = useForm<LoginInput>({
    resolver,
    defaultValues: { username_or_email: '', password: '' },
    reValidateMode: 'onSubmit',
  });

  // Typing clears an error, and only the next try brings one back.
  const rulesOf = (name: keyof LoginInput) => ({
    onChange: () => {
      form.clearErrors(name);
      clearFailure();
    },
  });

  return (
    <form onSubmit={form.handleSubmit(login)} noValidate>
      <TextField
        form={form}
        name="username_or_email"
        label="IDENTIFIER"
        hint="Your username or email."
        rules={rulesOf('username_or_email')}
        autoComplete="username"
        required
      />
      <PasswordField
        form={form}
        name="password"
        label="CREDENTIALS"
        hint="Your password."
        rules={rulesOf('password')}
        what="credentials"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="primary" loading={isPending || isGranted}>
        {isGranted ? 'ACCESS GRANTED' : isPending ? 'TRANSMITTING...' : 'AUTHENTICATE'}
      </Button>
    </form>
  );
}
