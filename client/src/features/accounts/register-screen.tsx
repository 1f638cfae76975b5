import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useSite } from '#parts/site/site.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { AccessScreen, coreLink, loginLink } from './access-card.tsx';
import { useRegisterUser } from './accounts.queries.ts';
import { ConsentGate } from './consent/consent-gate.tsx';
import { ConsentPolicy } from './consent/consent-policy.tsx';
import { useEmailFlag } from './email-flag.ts';
import { OpenIdRegisterForm, RegisterForm } from './registration-form.tsx';
import { useArrival } from './sign-in/openid.ts';

export default function RegisterScreen() {
  const { mutateAsync: register, variables, error } = useRegisterUser();
  const isOpen = useSite()?.registration_open ?? true;
  const isClosed = !isOpen || (error instanceof ApiError && error.code === 'registration_closed');
  const isEmailSent = useEmailFlag();
  // If the provider led here.
  const code = useArrival(paths.register)?.code;
  const [isPolicyOpen, setPolicyOpen] = useState(false);

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
