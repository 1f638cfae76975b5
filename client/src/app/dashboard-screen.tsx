import { useSession } from '#session/session.ts';
import { Page } from '#ui/page.tsx';
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
    <Page
      heading="DASHBOARD"
      lede="One view of what you are working towards and of the calculations that you keep."
    >
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
    </Page>
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
    <BehindSignIn>
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
