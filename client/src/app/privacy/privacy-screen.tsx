import { BehindSignIn } from '#app/routing/behind-sign-in.tsx';
import { useSession } from '#session/session.ts';
import { Page } from '#ui/layout/page.tsx';
import { ConsentSection } from './consent-section.tsx';
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
