import { useQuery } from '@tanstack/react-query';
import { useSessions, useStorageUsage, userDetails } from '#features/profile/profile.queries.ts';
import { AccountDataPanel } from '#features/profile/profile-tab.tsx';
import { count } from '#parts/format.ts';
import { paths } from '#parts/paths.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { Panel } from '#ui/panel.tsx';
import { ReadLine } from './privacy-line.tsx';
import styles from './privacy-screen.module.css';

const profile = paths.profile;

/** A line on each, with a link to where all of it stands. */
export function OwnProtocols({ userId }: { userId: string }) {
  const { data: user } = useQuery(userDetails(userId));
  return (
    <>
      <Panel title="What Is Held">
        <ul className={styles.lines}>
          <StorageLine />
          <DetailsLine userId={userId} />
        </ul>
      </Panel>
      <Panel title="Who Gets In">
        <ul className={styles.lines}>
          <SessionsLine />
        </ul>
      </Panel>
      {user && <AccountDataPanel user={user} />}
    </>
  );
}

function StorageLine() {
  const query = useStorageUsage({ isWanted: true });
  return (
    <ReadLine title="Records" query={query} link={{ to: profile, label: 'See' }}>
      {({ total_records, summary_breakdown }) => {
        const kinds = Object.entries(summary_breakdown)
          .filter(([, number]) => number > 0)
          .map(([label, number]) => `${label} ${number}`);
        return `${count(total_records, 'record')}: ${kinds.join(', ')}.`;
      }}
    </ReadLine>
  );
}

function DetailsLine({ userId }: { userId: string }) {
  const query = useQuery(userDetails(userId));
  return (
    <ReadLine title="Your details" query={query} link={{ to: profile, label: 'Change' }}>
      {(user) => {
        const given = [
          ['email address', user.email],
          ['date of birth', user.date_of_birth],
          ['country', user.country_name],
          ['telephone number', user.phone_number],
          ['picture', user.user_image],
        ].flatMap(([name, value]) => (value ? [name] : []));
        return `Username, ${given.join(', ')}. Only staff see more of it than your username and picture.`;
      }}
    </ReadLine>
  );
}

function SessionsLine() {
  const query = useSessions();
  return (
    <ReadLine title="Sessions" query={query} link={{ to: profile, label: 'End' }}>
      {({ data }) => {
        const current = data.find((session) => session.current);
        const others = data.length - (current ? 1 : 0);
        const here = current ? `This one on ${deviceName(current.user_agent)}` : 'This one';
        return `${here}, and ${others === 0 ? 'no other' : count(others, 'other')}.`;
      }}
    </ReadLine>
  );
}
