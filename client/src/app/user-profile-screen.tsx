import { useQuery } from '@tanstack/react-query';
import { layoutTexts } from 'contract/texts.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { ChoosePassword } from '#features/profile/choose-password.tsx';
import { userDetails } from '#features/profile/profile.queries.ts';
import { ProfileTab } from '#features/profile/profile-tab.tsx';
import { paths } from '#parts/paths.ts';
import { UnsavedBlocker } from '#parts/unsaved-blocker.tsx';
import { type Session, useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { type Tab, Tabs } from '#ui/tabs.tsx';
import { loadedPart } from './loaded-part.tsx';
import { profileTabs } from './profile-tabs.ts';
import styles from './user-profile-screen.module.css';

const profileTab: Tab = { id: 'profile', label: 'Profile', content: <ProfileTab /> };

const tabs: readonly Tab[] = [
  profileTab,
  ...profileTabs.map(({ id, label: name, Waiting, load }) => {
    const Content = loadedPart(load);
    const label = (
      <>
        {name}
        {Waiting && <Waiting />}
      </>
    );
    return { id, label, content: <Content /> };
  }),
];

export default function UserProfileScreen() {
  const session = useSession();
  const { userId } = useParams();
  if (!session) return null;
  return userId?.toLowerCase() === session.user.id ? <OwnProfile session={session} /> : <NotOwn />;
}

function OwnProfile({ session: { user } }: { session: Session }) {
  const [search, setSearch] = useSearchParams();
  const { data: record } = useQuery(userDetails(user.id));
  const named = search.get('tab');
  const selected = tabs.find(({ id }) => id === named)?.id ?? profileTab.id;
  return (
    <div className={styles.screen}>
      <UnsavedBlocker />
      <header>
        <PageHeading title="Profile">USER PROFILE</PageHeading>
        <p className={styles.lede}>
          The file on <strong>{user.username}</strong>: what is kept about you, and whom you know here.
        </p>
      </header>
      {record?.must_change_password ? (
        <ChoosePassword user={record} />
      ) : (
        <Tabs
          label="Profile"
          tabs={tabs}
          selected={selected}
          onSelect={(tab) => setSearch(tab === profileTab.id ? {} : { tab }, { preventScrollReset: true })}
        />
      )}
    </div>
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
