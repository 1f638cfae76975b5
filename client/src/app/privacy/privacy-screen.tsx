import { useSession } from '#session/session.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import layout from '#ui/layout.module.css';
import typography from '#ui/typography.module.css';
import { ConsentSection } from './consent-section.tsx';
import { OwnProtocols } from './own-protocols.tsx';
import styles from './privacy-screen.module.css';
import { SignedOut } from './signed-out.tsx';

/** What is stored about the user, who can read it, and how to change both. */
export default function PrivacyScreen() {
  const session = useSession();
  return (
    <div className={layout.parts}>
      <header className={styles.intro}>
        <PageHeading>ENCRYPTION PROTOCOLS</PageHeading>
        <p className={typography.muted}>
          What is held about you, who has looked, who may get in, and how you take it along or have it erased.
        </p>
      </header>
      {session ? <OwnProtocols userId={session.user.id} /> : <SignedOut />}
      <ConsentSection hasAccount={session !== null} />
    </div>
  );
}
