import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { Path } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { PasswordField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { type ApiForm, useApiForm } from '#parts/form/use-api-form.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { loginLink } from './access-card.tsx';
import { useRegisterOpenId, type useRegisterUser } from './accounts.queries.ts';
import {
  isInvalidInvitation,
  openIdRegistrationFailure,
  type RegisterUserInput,
  registrationFailure,
} from './failures.ts';

const { usernameMinLength, usernameMaxLength, passwordMinLength, passwordMaxLength } = accountLimits;

const empty: Omit<RegisterUserInput, 'invitation'> = {
  username: '',
  email: '',
  password: '',
  confirm_password: '',
};

interface RegisterFormProps {
  register: ReturnType<typeof useRegisterUser>['mutateAsync'];
  invitation: string | undefined;
  onInvalid: () => void;
  takeFocus: boolean;
}

export function RegisterForm({ register, invitation, onInvalid, takeFocus }: RegisterFormProps) {
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/accounts/accounts.ts')).RegisterUserBody,
    onSubmit: (input) =>
      register({ ...input, invitation }).catch((error: Error) => {
        if (isInvalidInvitation(error)) onInvalid();
        const { refusal, toasts } = registrationFailure(error);
        for (const reason of toasts) toast.error(reason);
        throw refusal;
      }),
  });
  return (
    <RegistrationForm form={form} takeFocus={takeFocus}>
      <TextField
        form={form}
        name="email"
        label="EMAIL"
        hint="We will send a verification link to this email address."
        type="email"
        autoComplete="email"
        required
      />
      <PasswordField
        form={form}
        name="password"
        label="CREDENTIALS"
        hint={`Your password: ${passwordMinLength} to ${passwordMaxLength} characters of any kind. Not a common one, not your username or email.`}
        rules={{ deps: 'confirm_password' }}
        what="credentials"
        autoComplete="new-password"
        required
      />
      <PasswordField
        form={form}
        name="confirm_password"
        label="CONFIRM CREDENTIALS"
        what="confirmation"
        autoComplete="new-password"
        required
      />
    </RegistrationForm>
  );
}

/** An account has the email address of the identity. The user can sign in to it. */
function emailFailure(failure: Error | null) {
  const reasons = failure && detailsOf(failure)['email'];
  return reasons && <EmailFailure reason={reasons.join(' ')} />;
}

function EmailFailure({ reason }: { reason: string }) {
  const { saveState } = useReturn();
  return (
    <Alert tone="error" role="alert" title={reason}>
      <p>
        <Link to={loginLink.to} state={saveState}>
          {loginLink.label}
        </Link>
      </p>
    </Alert>
  );
}

interface EmailCodeFormProps {
  email: string;
  register: (emailCode: string) => Promise<unknown>;
}

/** The provider has not verified the email address, so its owner enters the code that we sent to it. */
function EmailCodeForm({ email, register }: EmailCodeFormProps) {
  const form = useApiForm({
    values: { email_code: '' },
    onSubmit: ({ email_code }) => register(email_code),
  });
  const { setFocus } = form;
  useEffect(() => {
    setFocus('email_code');
  }, [setFocus]);
  return (
    <Form
      form={form}
      className=""
      failure={emailFailure(form.failure)}
      actions={
        <SubmitButton form={form} busyLabel="TRANSMITTING...">
          {layoutTexts.initiateProfile}
        </SubmitButton>
      }
    >
      <p className="wrap-anywhere">
        We sent a code to {email}, because your provider has not verified this email address.
      </p>
      <TextField
        form={form}
        name="email_code"
        label="CODE"
        hint="The code in our email, such as 7k3m-9xwq-2d4f-8h5n."
        autoComplete="one-time-code"
        required
      />
    </Form>
  );
}

interface OpenIdRegisterFormProps {
  /** The code of an identity at the provider, from which the server has the email address. */
  code: string;
  takeFocus: boolean;
}

/** Registers with an identity at the OpenID provider: only the username is missing. */
export function OpenIdRegisterForm({ code, takeFocus }: OpenIdRegisterFormProps) {
  const { mutateAsync: register } = useRegisterOpenId();
  const navigate = useNavigate();
  const { path, isToSave } = useReturn();
  const [proof, setProof] = useState<{ username: string; email: string }>();
  const registerWith = async (input: { username: string; email_code?: string }) => {
    const response = await register({ ...input, code }).catch((error: Error) => {
      throw openIdRegistrationFailure(error);
    });
    if ('email' in response) return setProof({ username: input.username, email: response.email });
    void navigate(isToSave ? path : paths.dashboard, {
      replace: true,
      state: isToSave ? { isToSave: true } : undefined,
    });
  };
  const form = useApiForm({
    values: { username: '' },
    schema: async () =>
      (await import('contract/identities/identities.ts')).registerOpenId.body.pick({ username: true }),
    onSubmit: registerWith,
  });
  if (proof) {
    const { username, email } = proof;
    return <EmailCodeForm email={email} register={(email_code) => registerWith({ username, email_code })} />;
  }
  return <RegistrationForm form={form} takeFocus={takeFocus} />;
}

interface RegistrationFormProps<Input extends { username: string }> {
  form: ApiForm<Input>;
  /** True if the form replaces the consent dialog, which had the focus. */
  takeFocus: boolean;
  /** The fields after the username. */
  children?: ReactNode;
}

/** Asks for the username of a new account, and for what else is needed. */
function RegistrationForm<Input extends { username: string }>({
  form,
  takeFocus,
  children,
}: RegistrationFormProps<Input>) {
  const username = 'username' as Path<Input>;
  const { setFocus } = form;
  useEffect(() => {
    if (takeFocus) setFocus(username);
  }, [takeFocus, setFocus, username]);
  return (
    <Form
      form={form}
      className=""
      // A form with the field of the email address says it there.
      failure={children === undefined ? emailFailure(form.failure) : undefined}
      actions={
        <SubmitButton form={form} busyLabel="TRANSMITTING...">
          {layoutTexts.initiateProfile}
        </SubmitButton>
      }
    >
      <TextField
        form={form}
        name={username}
        label="IDENTIFIER"
        hint={`Your username: ${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, underscores and hyphens.`}
        autoComplete="username"
        required
      />
      {children}
    </Form>
  );
}
