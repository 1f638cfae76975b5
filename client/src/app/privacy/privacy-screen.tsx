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
      lede="What we store about you, who has viewed it, who can sign in, and how to export or erase it."
    >
      {session ? <OwnProtocols userId={session.user.id} /> : <SignedOut />}
      <ConsentSection hasAccount={session !== null} />
    </Page>
  );
}
