import { layoutTexts } from 'contract/texts.ts';
import { useState } from 'react';
import { paths } from '#parts/paths.ts';
import { AccessCard } from './access-screen.tsx';
import { useResendVerificationEmail } from './registration.queries.ts';
import { ResendVerificationForm } from './resend-verification-form.tsx';
import { ResendVerificationResult } from './resend-verification-result.tsx';

const links = [
  { to: paths.login, label: 'ACCESS SYSTEM' },
  { to: paths.core, label: layoutTexts.returnToCore },
];

export default function ResendVerificationScreen() {
  const { mutate, reset, data, error, isPending } = useResendVerificationEmail();
  const [isRepeated, setRepeated] = useState(false);
  const isAnswered = Boolean(data ?? error);

  function repeat() {
    setRepeated(true);
    reset();
  }

  return (
    <AccessCard heading="RESEND VERIFICATION" links={links}>
      {isAnswered ? (
        <ResendVerificationResult message={data?.msg} error={error} reset={repeat} />
      ) : (
        <ResendVerificationForm resend={mutate} isPending={isPending} takeFocus={isRepeated} />
      )}
    </AccessCard>
  );
}
