import { Archive } from '#features/calculations/archive.tsx';
import { UnreadCard } from '#features/notifications/unread-card.tsx';
import { Objectives } from '#features/objectives/own-objectives.tsx';
import { LastResultCard } from '#features/training/last-result-card.tsx';
import { useSession } from '#session/session.ts';
import { Page } from '#ui/layout/page.tsx';
import { BehindSignIn } from '#app/routing/behind-sign-in.tsx';

export default function DashboardScreen() {
  const session = useSession();
  return (
    <Page
      heading="DASHBOARD"
      lede="One view of what you are working towards and of the calculations that you keep."
    >
      {session ? (
        <>
          <Objectives />
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
      <dl className="grid grid-fit-[17rem] gap-5">
        {sectionTexts.map(([name, text]) => (
          <div key={name}>
            <dt className="mb-2 font-semibold tracking-wide text-accent">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </BehindSignIn>
  );
}
