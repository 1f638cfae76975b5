import { useState } from 'react';
import { ConsentPolicy } from '#features/accounts/consent/consent-policy.tsx';
import { useConsent, withdrawConsent } from '#features/accounts/consent/consent.ts';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { PrivacyLine } from './privacy-line.tsx';

export function ConsentSection({ hasAccount }: { hasAccount: boolean }) {
  const hasConsented = useConsent();
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  return (
    <Panel title="Consent">
      <ul>
        <PrivacyLine
          title="Privacy policy"
          action={
            <Button variant="ghost" onClick={() => setPolicyOpen(true)}>
              Read it
            </Button>
          }
        >
          <p>What is kept, why, for how long, and who sees it.</p>
        </PrivacyLine>
        <PrivacyLine
          title="Your consent"
          action={
            hasConsented && (
              <Button variant="ghost" onClick={askToWithdraw}>
                Withdraw
              </Button>
            )
          }
        >
          <p>
            {hasConsented ? 'Given in this browser.' : 'Not given in this browser; registration asks for it.'}
            {hasAccount && ' That for your account ends with the account: delete it above.'}
          </p>
        </PrivacyLine>
        <PrivacyLine title="Assistants">
          <p>
            A tool call of an assistant leaves a request line, nothing else: its time, status and IP address,
            without your terms and our figures.
          </p>
        </PrivacyLine>
      </ul>
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </Panel>
  );
}

const askToWithdraw = () =>
  askToConfirm({
    title: 'WITHDRAW YOUR CONSENT?',
    message: 'This browser forgets it, and registration asks again. An account stays until you delete it.',
    confirmLabel: 'Withdraw consent',
    onConfirm: () => {
      withdrawConsent();
      toast.success('Consent withdrawn.');
    },
  });
