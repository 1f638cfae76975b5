import { useSession } from '#session/session.ts';
import { Page } from '#ui/layout/page.tsx';
import { ConsentSection } from './consent-section.tsx';
import { OwnProtocols } from './user-protocols.tsx';
import { SignedOut } from './signed-out.tsx';

/** What is stored about the user, who can read it, and how to change both. */
export default function PrivacyScreen() {
  const session = useSession();
  return (
    <Page
      heading="ENCRYPTION PROTOCOLS"
      lede="What is held about you, who has looked, who may get in, and how you take it along or have it erased."
    >
      {session ? <OwnProtocols userId={session.user.id} /> : <SignedOut />}
      <ConsentSection hasAccount={session !== null} />
    </Page>
  );
}
