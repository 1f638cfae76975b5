import { useSession } from '#session/session.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import layout from '#ui/layout.module.css';
import typography from '#ui/typography.module.css';
import { BehindSignIn } from './behind-sign-in.tsx';
import styles from './dashboard-screen.module.css';
import { dashboardCards, dashboardSections } from './dashboard-parts.tsx';
import { loadedPart } from './loaded-part.tsx';

const UnreadNotices = loadedPart(async () => ({
  default: (await import('#features/notifications/unread-card.tsx')).UnreadCard,
}));

export default function DashboardScreen() {
  const session = useSession();
  return (
    <div className={layout.parts}>
      <header className={styles.intro}>
        <PageHeading>DASHBOARD</PageHeading>
        <p className={typography.muted}>
          One view of what you are working towards and of the calculations that you keep.
        </p>
      </header>
      {session ? (
        <>
          <div className={styles.cards}>
            <UnreadNotices />
            {dashboardCards}
          </div>
          {dashboardSections}
        </>
      ) : (
        <SignedOut />
      )}
    </div>
  );
}

const behind = [
  [
    'Archive',
    'Loans, scenarios and savings that you save, with a name and notes. Each opens again with the same figures, and friends whom you choose may read and copy it.',
  ],
  [
    'Objectives',
    'A debt to pay off or an amount to save up to, by a date: how far you are, what it needs a month, and the line it has taken so far.',
  ],
  ['News', 'Your last training result and the notices that you have not read.'],
] as const;

function SignedOut() {
  return (
    <BehindSignIn className={styles.actions}>
      <dl className={styles.behind}>
        {behind.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </BehindSignIn>
  );
}
