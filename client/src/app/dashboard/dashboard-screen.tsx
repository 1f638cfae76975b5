import { Archive } from '#features/calculations/archive.tsx';
import { UnreadCard } from '#features/notifications/unread-card.tsx';
import { ObjectivePanel } from '#features/objectives/objective-panel.tsx';
import { LastResultCard } from '#features/training/last-result-card.tsx';
import { useSession } from '#session/session.ts';
import { Page } from '#ui/layout/page.tsx';
import { LoansSummary } from '#app/loans/loans-summary.tsx';
import { BehindSignIn } from '#app/routing/behind-sign-in.tsx';

export default function DashboardScreen() {
  const session = useSession();
  return (
    <Page heading="DASHBOARD" lede="Your loan, your objectives and your saved calculations in one view.">
      {session ? (
        <>
          <LoansSummary />
          <ObjectivePanel />
          <Archive />
          <div className="grid grid-fit-[20rem] gap-x-7 gap-y-6 empty:hidden">
            <UnreadCard />
            <LastResultCard />
          </div>
        </>
      ) : (
        <SignedOut />
      )}
    </Page>
  );
}

const sectionTexts = [
  [
    'My loans',
    'The home loan that you follow: what you owe, when it ends, and whether each interest charge is right.',
  ],
  [
    'Archive',
    'Loans, scenarios and savings that you save, with a name and notes. Each opens again with the same figures, and friends whom you choose may read and copy it.',
  ],
  [
    'Objectives',
    'Debts to pay off or amounts to save by a date, each with your progress, the amount that you need each month, and a chart of the past.',
  ],
  ['News', 'Your last training result and the notices that you have not read.'],
] as const;

function SignedOut() {
  return (
    <BehindSignIn>
      <dl className="grid grid-fit-[17rem] gap-5">
        {sectionTexts.map(([name, text]) => (
          <div key={name}>
            <dt className="mb-2 font-semibold tracking-wide text-strong">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </BehindSignIn>
  );
}
