import { useState } from 'react';
import { BehindSignIn } from '#app/routing/behind-sign-in.tsx';
import { ConsentPolicy } from '#features/accounts/consent/consent-policy.tsx';
import { useConsent, withdrawConsent } from '#features/accounts/consent/consent.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { PrivacyRow } from './privacy-row.tsx';
import { UserProtocols } from './user-protocols.tsx';

/** What is stored about the user, who can read it, and how to change both. */
export default function PrivacyScreen() {
  const session = useSession();
  return (
    <Page
      heading="ENCRYPTION PROTOCOLS"
      lede="What we store about you, who has viewed it, who can sign in, and how to export or erase it."
    >
      {session ? <UserProtocols userId={session.user.id} /> : <SignedOut />}
      <ConsentSection hasAccount={session !== null} />
    </Page>
  );
}

function SignedOut() {
  return (
    <BehindSignIn>
      <ul>
        <PrivacyRow title="Stored data">
          The number of your records, and an export of all of them in one file.
        </PrivacyRow>
        <PrivacyRow title="Who has viewed it">
          What staff viewed, changed or exported, and each sign-in with its IP address and browser.
        </PrivacyRow>
        <PrivacyRow title="Who gets in">
          Your sessions, known browsers, second factors and API tokens, each of which you can end.
        </PrivacyRow>
        <PrivacyRow title="Who finds you">Whether other users can find you by a search.</PrivacyRow>
        <PrivacyRow title="Erasure">Delete your account and everything that belongs to it.</PrivacyRow>
      </ul>
    </BehindSignIn>
  );
}

function ConsentSection({ hasAccount }: { hasAccount: boolean }) {
  const hasConsented = useConsent();
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  return (
    <Panel title="Consent">
      <ul>
        <PrivacyRow
          title="Privacy policy"
          action={
            <Button variant="ghost" onClick={() => setPolicyOpen(true)}>
              Read it
            </Button>
          }
        >
          <p>What we store, why, for how long, and who can see it.</p>
        </PrivacyRow>
        <PrivacyRow
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
            {hasConsented
              ? 'You have consented in this browser.'
              : 'You have not consented in this browser. Registration asks for your consent.'}
            {hasAccount && ' The consent for your account ends when you delete the account above.'}
          </p>
        </PrivacyRow>
        <PrivacyRow title="Calculations">
          <p>
            Savings, buying a home, a study loan, stay or switch, take-home pay and WHAT IF are calculated on
            your device. Their terms are not sent to us, unless you save or share a calculation, or calculate
            with the command line. Calculate in the loan calculator sends the four terms of the loan; later
            changes are calculated on your device.
          </p>
        </PrivacyRow>
        <PrivacyRow title="My loan, checked">
          <p>
            The files of your accounts, their texts and the check stay in your browser. Only a check that you
            save is sent: dates, amounts and balances. It is stored until you delete it, and is in your
            export.
          </p>
        </PrivacyRow>
        <PrivacyRow title="My loan, followed">
          <p>
            Of a loan that you follow we keep the dates, amounts, balances and kinds of its rows, and the
            terms that you enter. Descriptions and account numbers never leave your device. You see it, and
            the friend who follows it with you. It is in your export, and goes with your account; the copy of
            that friend stays, without your name.
          </p>
        </PrivacyRow>
        <PrivacyRow title="Assistants">
          <p>
            For a tool call of an assistant, the server logs only the time, the status and the IP address, not
            your terms or our figures.
          </p>
        </PrivacyRow>
      </ul>
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </Panel>
  );
}

const askToWithdraw = () =>
  askToConfirm({
    title: 'WITHDRAW YOUR CONSENT?',
    message:
      'This browser deletes the consent, and registration asks for it again. Your account remains until you delete it.',
    confirmLabel: 'Withdraw consent',
    onConfirm: () => {
      withdrawConsent();
      toast.success('Consent withdrawn.');
    },
  });
