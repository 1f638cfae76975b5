import { accountLimits, accountMessages } from 'contract/accounts/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { PasswordField, TextField } from '#parts/form/form-field.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useSite } from '#parts/site/site.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { AccessScreen, coreLink, loginLink } from './access-card.tsx';
import { useRegisterUser } from './accounts.queries.ts';
import { ConsentGate } from './consent/consent-gate.tsx';
import { ConsentPolicy } from './consent/consent-policy.tsx';
import { useEmailFlag } from './email-flag.ts';
import { OpenIdRegisterForm } from './openid-register-form.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { takeArrival } from './sign-in/openid.ts';
import { type RegisterUserInput, registrationFailure } from './failures.ts';

const { passwordMinLength, passwordMaxLength } = accountLimits;

const empty: RegisterUserInput = { username: '', email: '', password: '', confirm_password: '' };

export default function RegisterScreen() {
  const { mutateAsync: register, variables, error } = useRegisterUser();
  const isOpen = useSite()?.registration_open ?? true;
  const isClosed = !isOpen || (error instanceof ApiError && error.code === 'registration_closed');
  const isEmailSent = useEmailFlag();
  // If the provider led here.
  const [arrival] = useState(takeArrival);
  const code = arrival?.code;
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const navigate = useNavigate();
  const arrive = useEffectEvent(() => {
    if (arrival) void navigate(paths.register, { replace: true, state: arrival.state });
  });
  useEffect(() => {
    arrive();
  }, []);

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
    <AccessScreen
      heading={layoutTexts.initiateProfile}
      links={[loginLink, { label: 'Privacy policy', onClick: () => setPolicyOpen(true) }, coreLink]}
    >
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
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </AccessScreen>
  );
}

interface RegisterFormProps {
  register: ReturnType<typeof useRegisterUser>['mutateAsync'];
  takeFocus: boolean;
}

function RegisterForm({ register, takeFocus }: RegisterFormProps) {
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
