import { accountLimits, accountMessages } from 'contract/accounts/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { PasswordField, TextField } from '#parts/form/form-field.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useSite } from '#parts/site/site.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { AccessScreen } from './access-card.tsx';
import { useRegisterUser } from './accounts.queries.ts';
import { ConsentGate } from './consent/consent-gate.tsx';
import { ConsentPolicy } from './consent/consent-policy.tsx';
import { useEmailFlag } from './email-flag.ts';
import { OpenIdRegisterForm } from './openid-register-form.tsx';
import { takeArrival } from './sign-in/openid.ts';
import { type RegisterUserInput, registrationFailure } from './failures.ts';

const { usernameMinLength, usernameMaxLength, passwordMinLength, passwordMaxLength } = accountLimits;

const empty: RegisterUserInput = { username: '', email: '', password: '', confirm_password: '' };

export default function RegisterScreen() {
  const { mutateAsync: register, variables, error } = useRegisterUser();
  const isOpen = useSite()?.registration_open ?? true;
  const isClosed = !isOpen || (error instanceof ApiError && error.code === 'registration_closed');
  const isEmailSent = useEmailFlag();
  // The code of an identity, if the provider led here.
  const [code] = useState(() => takeArrival()?.code);

  if (isEmailSent) {
    return (
      <Navigate
        to={paths.emailVerificationNotice}
        replace
        state={variables && { username: variables.username, email: variables.email }}
      />
    );
  }
  return (
    <AccessScreen heading={layoutTexts.initiateProfile}>
      {isClosed ? (
        <Alert tone="warn" role="alert" title="REGISTRATION CLOSED">
          <p>{accountMessages.registrationClosed}</p>
        </Alert>
      ) : (
        <ConsentGate>
          {({ wasAsked }) =>
            code === undefined ? (
              <RegisterForm register={register} takeFocus={wasAsked} />
            ) : (
              <OpenIdRegisterForm code={code} takeFocus={wasAsked} />
            )
          }
        </ConsentGate>
      )}
    </AccessScreen>
  );
}

interface RegisterFormProps {
  register: ReturnType<typeof useRegisterUser>['mutateAsync'];
  /** True if the form replaces the consent dialog, which had the focus. */
  takeFocus: boolean;
}

function RegisterForm({ register, takeFocus }: RegisterFormProps) {
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/accounts/accounts.ts')).RegisterUserBody,
    onSubmit: (input) =>
      register(input).catch((error: Error) => {
        const { refusal, toasts } = registrationFailure(error);
        for (const reason of toasts) toast.error(reason);
        throw refusal;
      }),
  });
  const { setFocus } = form;

  useEffect(() => {
    if (takeFocus) setFocus('username');
  }, [takeFocus, setFocus]);

  return (
    <Form
      form={form}
      className=""
      actions={
        <>
          <SubmitButton form={form} busyLabel="TRANSMITTING...">
            {layoutTexts.initiateProfile}
          </SubmitButton>
          <Button variant="ghost" onClick={() => setPolicyOpen(true)}>
            Privacy policy
          </Button>
          {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
        </>
      }
    >
      <TextField
        form={form}
        name="username"
        label="IDENTIFIER"
        hint={`Your username: ${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, underscores and hyphens.`}
        autoComplete="username"
        required
      />
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
    </Form>
  );
}
