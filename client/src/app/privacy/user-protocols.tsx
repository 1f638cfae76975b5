import { count } from 'contract/counts.ts';
import { useQuery } from '@tanstack/react-query';
import { profileFieldNames, profileFields } from 'contract/users/profile-fields.ts';
import type { User } from 'contract/users/user.ts';
import { usePreferences } from '#features/profile/profile.queries.ts';
import { AccountDataPanel } from '#features/profile/profile-tab.tsx';
import { paths } from '#parts/navigation/paths.ts';
import type { ReadQuery } from '#parts/query/query-state.tsx';
import { useFirstFactor } from '#parts/second-factor/first-factor.ts';
import { secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { apiQuery } from '#session/call.ts';
import { userQuery } from '#session/session.queries.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { formatLocalTime } from '#ui/local-time.tsx';
import { QueryRow } from './privacy-row.tsx';

const { profile } = paths;

/** What is stored about the user, who has viewed it, and who can sign in. */
export function UserProtocols({ userId }: { userId: string }) {
  const details = useQuery(userQuery(userId));
  return (
    <>
      <StoredData details={details} />
      <Views />
      <SignInMethods />
      {details.data && <AccountDataPanel user={details.data} />}
    </>
  );
}

function StoredData({ details }: { details: ReadQuery<User> }) {
  // With a separate query key, because the profile loads the usage only on request.
  const storage = useQuery({ ...apiQuery('getStorageUsage'), queryKey: ['getStorageUsage', 'privacy'] });
  const ownFlags = useQuery(apiQuery('listOwnFlags', { query: { page_size: 1 } }));
  return (
    <Panel title="Stored Data">
      <ul>
        <QueryRow title="Records" query={storage} link={{ to: `${profile}#storage`, label: 'See' }}>
          {({ total_records, summary_breakdown }) => {
            const kinds = Object.entries(summary_breakdown)
              .filter(([, number]) => number > 0)
              .map(([label, number]) => `${label} ${number}`);
            return `${count(total_records, 'record')}: ${kinds.join(', ')}.`;
          }}
        </QueryRow>
        <QueryRow title="Your details" query={details} link={{ to: profile, label: 'Change' }}>
          {(user) => {
            const storedFields = [
              ['email address', user.email],
              ...profileFieldNames.map((name) => [profileFields[name].personalData, user[name]]),
              ['picture', user.user_image],
            ].flatMap(([name, value]) => (name && value ? [name] : []));
            return `Username, ${storedFields.join(', ')}. Other users see only your username and picture.`;
          }}
        </QueryRow>
        <QueryRow
          title="Who finds you"
          query={usePreferences()}
          link={{ to: `${profile}#preferences`, label: 'Change' }}
        >
          {({ findable }) =>
            findable
              ? 'Other users find you by your username.'
              : 'Other users cannot find you by a search. Your friends still see you.'
          }
        </QueryRow>
        <QueryRow title="Reports" query={ownFlags} link={{ to: `${profile}?tab=friends`, label: 'See' }}>
          {({ totalFlag }) =>
            totalFlag === 0
              ? 'You have reported nobody to our agents.'
              : `${count(totalFlag, 'report')} of yours about other people, which agents read.`
          }
        </QueryRow>
      </ul>
    </Panel>
  );
}

function Views() {
  const accesses = useQuery(apiQuery('listAccesses', { query: { page_size: 1 } }));
  const signIns = useQuery(apiQuery('listSignIns', { query: { page_size: 1 } }));
  return (
    <Panel title="Who Has Viewed It">
      <ul>
        <QueryRow title="Staff" query={accesses} link={{ to: `${profile}#accesses`, label: 'See' }}>
          {({ data: [last], totalAccess }) =>
            last
              ? `Agents viewed, changed or exported your record ${count(totalAccess, 'time')}, most recently on ${formatLocalTime(last.created_at)}.`
              : 'No agent has viewed, changed or exported your record.'
          }
        </QueryRow>
        <QueryRow title="Sign-ins" query={signIns} link={{ to: `${profile}?tab=devices`, label: 'See' }}>
          {({ data: [last] }) =>
            last
              ? `The last sign-in on ${formatLocalTime(last.created_at)}, from ${last.ip_address} with ${deviceName(last.user_agent)}: ${last.result === 'success' ? 'successful' : 'refused'}.`
              : 'No sign-in is stored any more.'
          }
        </QueryRow>
      </ul>
    </Panel>
  );
}

function SignInMethods() {
  const firstFactor = useFirstFactor();
  return (
    <Panel title="Who Can Sign In">
      <ul>
        <QueryRow
          title="Second factor"
          query={useQuery(secondFactors)}
          link={{ to: `${profile}?tab=second-factor`, label: 'Change' }}
        >
          {({ data, recovery_codes_left }) =>
            data.length === 0
              ? `None. You sign in with ${firstFactor} alone. A passkey or a code from your phone protects you if somebody else can use it.`
              : `${data.map(({ name }) => name).join(', ')}; ${count(recovery_codes_left, 'recovery code')} left.`
          }
        </QueryRow>
        <QueryRow
          title="Sessions"
          query={useQuery(apiQuery('listSessions'))}
          link={{ to: `${profile}?tab=devices`, label: 'End' }}
        >
          {({ data }) => {
            const current = data.find((session) => session.current);
            const others = data.length - (current ? 1 : 0);
            const currentText = current ? `This one with ${deviceName(current.user_agent)}` : 'This one';
            return `${currentText}, and ${others === 0 ? 'no other' : count(others, 'other')}.`;
          }}
        </QueryRow>
        <QueryRow
          title="Known browsers"
          query={useQuery(apiQuery('listDevices'))}
          link={{ to: `${profile}?tab=devices`, label: 'Forget' }}
        >
          {({ data }) =>
            data.length === 0
              ? 'None. If wrong passwords lock your account, you cannot sign in either.'
              : `${count(data.length, 'browser')} that other people’s failed sign-ins do not lock out.`
          }
        </QueryRow>
        <QueryRow
          title="Programs"
          query={useQuery(apiQuery('listTokens'))}
          link={{ to: `${profile}?tab=tokens`, label: 'Change' }}
        >
          {({ data }) =>
            data.length === 0
              ? 'No program has one of your tokens.'
              : `${count(data.length, 'token')}: ${data.map(({ name }) => name).join(', ')}.`
          }
        </QueryRow>
      </ul>
    </Panel>
  );
}
