import { layoutTexts } from 'contract/messages.ts';
import { type ReactNode, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { type Session, useSession } from '#api/session.ts';
import { ProfileTab } from '#features/users/profile-tab.tsx';
import { useLeaveGuard } from '#parts/leave-guard.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { paths } from './paths.ts';
import { screen } from './screens.ts';
import styles from './user-profile-screen.module.css';

const FriendsTab = lazyScreen(screen(paths.userProfile, () => import('#features/friends/friends-tab.tsx')));
const HistoryTab = lazyScreen(screen(paths.userProfile, () => import('#features/friends/history-tab.tsx')));

const tabs = [
  { id: 'profile', label: 'Profile', content: <ProfileTab /> },
  { id: 'friends', label: 'Friends', content: <Waiting tab={<FriendsTab />} /> },
  { id: 'history', label: 'Request History', content: <Waiting tab={<HistoryTab />} /> },
] as const;

/** One's own profile. Whoever asks for somebody else's is told so: there is no such page, for staff neither. */
export default function UserProfileScreen() {
  const session = useSession();
  const { userId } = useParams();
  if (!session) return null;
  return userId?.toLowerCase() === session.user.id ? <OwnProfile session={session} /> : <NotOwn />;
}

function OwnProfile({ session: { user } }: { session: Session }) {
  const [search, setSearch] = useSearchParams();
  useLeaveGuard();
  const named = search.get('tab');
  const selected = tabs.find(({ id }) => id === named)?.id ?? 'profile';
  return (
    <div className={styles.screen}>
      <header>
        <PageHeading title="Profile">USER PROFILE</PageHeading>
        <p className={styles.lede}>
          The file on <strong>{user.username}</strong>: what is kept about you, and whom you know here.
        </p>
      </header>
      <Tabs
        label="Profile"
        tabs={tabs}
        selected={selected}
        onSelect={(tab) => setSearch(tab === 'profile' ? {} : { tab }, { preventScrollReset: true })}
      />
    </div>
  );
}

/** A tab that fails leaves the others standing, with what was typed there. */
function Waiting({ tab }: { tab: ReactNode }) {
  return (
    <Suspense fallback={<Loading />}>
      <ErrorBoundary Fallback={TabFailure}>{tab}</ErrorBoundary>
    </Suspense>
  );
}

function TabFailure({ retry }: { retry: () => void }) {
  return (
    <Alert tone="error" role="alert" title={layoutTexts.systemError}>
      <p>
        <Button onClick={retry}>Try Again</Button>
      </p>
    </Alert>
  );
}

function NotOwn() {
  return (
    <div className={styles.screen}>
      <PageHeading title="Access denied">{layoutTexts.accessDenied}</PageHeading>
      <p>This profile is not yours. A profile opens to its owner only.</p>
      <div>
        <Button variant="primary" to={paths.profile}>
          GO TO YOUR PROFILE
        </Button>
      </div>
    </div>
  );
}
