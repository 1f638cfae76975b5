import { type ReactNode, useState } from 'react';
import { ConsentDialog } from './consent-dialog.tsx';
import { acceptConsent, useConsent } from './consent.ts';

interface ConsentGateProps {
  /** `asked` tells what was behind the dialog until a moment ago from what was open all along. */
  children: (gate: { asked: boolean }) => ReactNode;
}

/** Shows its children once this browser's user has consented, and asks them until then. */
export function ConsentGate({ children }: ConsentGateProps) {
  const hasConsented = useConsent();
  const [asked] = useState(!hasConsented);
  if (hasConsented) return children({ asked });
  return (
    <>
      <p>Registration opens once you have answered what may be kept about you.</p>
      <ConsentDialog onAccept={acceptConsent} />
    </>
  );
}
