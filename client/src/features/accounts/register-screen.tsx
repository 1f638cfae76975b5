import { layoutTexts } from 'contract/texts.ts';
import { Navigate } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { AccessScreen } from './access-screen.tsx';
import { ConsentGate } from './consent-gate.tsx';
import { useEmailFlag } from './register-email-flag.ts';
import { RegisterForm } from './register-form.tsx';
import { useRegisterUser } from './registration.queries.ts';

const links = [
  { to: paths.login, label: 'ACCESS SYSTEM' },
  { to: paths.core, label: layoutTexts.returnToCore },
];

export default function RegisterScreen() {
  const { mutate, isPending, variables } = useRegisterUser();
  const isEmailSent = useEmailFlag();

  if (isEmailSent) {
    return <Navigate to={paths.emailVerificationNotice} replace state={{ email: variables?.email }} />;
  }
  return (
    <AccessScreen heading={layoutTexts.initiateProfile} links={links}>
      <ConsentGate>
        {({ asked }) => <RegisterForm register={mutate} isPending={isPending} takeFocus={asked} />}
      </ConsentGate>
    </AccessScreen>
  );
}
