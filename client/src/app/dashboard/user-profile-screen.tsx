import { useQuery } from '@tanstack/react-query';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect } from 'react';
import { useMatch, useSearchParams } from 'react-router-dom';
import { DevicesSection } from '#features/devices/devices-section.tsx';
import { FriendsTab } from '#features/friends/friends-tab.tsx';
import { InvitationsSection } from '#features/invitations/invitations-section.tsx';
import { useFriendLists } from '#features/friends/friends.queries.ts';
import { HistoryTab } from '#features/friends/history-tab.tsx';
import { WaitingCount } from '#features/friends/waiting.tsx';
import { IdentitiesSection } from '#features/identities/identities-section.tsx';
import { ChoosePassword } from '#features/profile/choose-password.tsx';
import { userQuery } from '#session/session.queries.ts';
import { ProfileTab } from '#features/profile/profile-tab.tsx';
import { SecondFactorsSection } from '#features/second-factors/second-factors-section.tsx';
import { TokensSection } from '#features/tokens/tokens-section.tsx';
import { paths, userProfilePath } from '#parts/navigation/paths.ts';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { useSite } from '#parts/site/site.ts';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { type Session, useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { type Tab, Tabs } from '#ui/controls/tabs.tsx';

const securityId = 'security';
const profileTab: Tab = { id: 'profile', label: 'Profile', content: <ProfileTab /> };

const friendsLabel = (
  <>
    Friends
    <WaitingCount />
  </>
);

function FriendsAndInvitations() {
  // The lists of friends are above the sections that links open.
  useScrollToHash(useFriendLists().data !== undefined);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <FriendsTab />
      <InvitationsSection />
    </div>
  );
}

/** The id of the selected tab is in the URL: `?tab=…`. So may be that of a section of the last one. */
const tabsOf = (requested: string | null): readonly Tab[] => [
  profileTab,
  { id: 'friends', label: friendsLabel, content: <FriendsAndInvitations /> },
  { id: 'history', label: 'Request History', content: <HistoryTab /> },
  { id: securityId, label: 'Security', content: <SecurityTab section={requested} /> },
];

export default function UserProfileScreen() {
  const session = useSession();
  const isOwn = useMatch(userProfilePath(session?.user.id ?? '-')) !== null;
  if (!session) return null;
  return isOwn ? <OwnProfile session={session} /> : <OtherUserProfile />;
}

function OwnProfile({ session: { user } }: { session: Session }) {
  const [search, setSearch] = useSearchParams();
  const { data: record } = useQuery(userQuery(user.id));
  const requested = search.get('tab');
  const tabs = tabsOf(requested);
  const requestedId = isSecuritySection(requested) ? securityId : requested;
  const selected = tabs.find(({ id }) => id === requestedId)?.id ?? profileTab.id;
  return (
    <Page
      heading="USER PROFILE"
      lede={
        <>
          The file on <strong className="font-semibold wrap-anywhere text-strong">{user.username}</strong>:
          what we store about you, and your friends.
        </>
      }
    >
      <UnsavedBlocker />
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
    </Page>
  );
}

function OtherUserProfile() {
  return (
    <Page heading={layoutTexts.accessDenied} title="Access denied">
      <p>This is not your profile. Only its owner can open a profile.</p>
      <div>
        <Button variant="primary" to={paths.profile}>
          GO TO YOUR PROFILE
        </Button>
      </div>
    </Page>
  );
}

/** The ids are in links, such as `?tab=devices`. */
const sections = [
  { id: 'second-factor', title: 'Second factors', content: <SecondFactorsSection /> },
  { id: 'identities', title: 'Linked accounts', content: <IdentitiesSection /> },
  { id: 'devices', title: 'Devices and sessions', content: <DevicesSection /> },
  { id: 'tokens', title: 'API tokens', content: <TokensSection /> },
] as const;

const isSecuritySection = (id: string | null): boolean => sections.some((section) => section.id === id);

/** @param section the id of the section to scroll to. */
function SecurityTab({ section }: { section: string | null }) {
  const hasProvider = Boolean(useSite()?.openid_name);
  const available = sections.filter(({ id }) => id !== 'identities' || hasProvider);
  useEffect(() => {
    if (isSecuritySection(section)) document.getElementById(section ?? '')?.scrollIntoView();
  }, [section]);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {available.map(({ id, title, content }) => (
        <section key={id} id={id} aria-label={title}>
          {content}
        </section>
      ))}
    </div>
  );
}
