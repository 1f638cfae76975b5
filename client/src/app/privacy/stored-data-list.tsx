import type { UseQueryResult } from '@tanstack/react-query';
import type { User } from 'contract/users/user.ts';
import { usePreferences } from '#features/profile/profile.queries.ts';
import { count } from '#parts/format/format.ts';
import { privacyLinks } from './privacy-links.ts';
import { ReadLine } from './privacy-line.tsx';
import { useRecords } from './privacy.queries.ts';

export function RecordsLine() {
  return (
    <ReadLine title="Records" query={useRecords()} link={{ to: privacyLinks.storage, label: 'See' }}>
      {({ total_records, summary_breakdown }) => {
        const kinds = Object.entries(summary_breakdown)
          .filter(([, number]) => number > 0)
          .map(([label, number]) => `${label} ${number}`);
        return `${count(total_records, 'record')}: ${kinds.join(', ')}.`;
      }}
    </ReadLine>
  );
}

export function DetailsLine({ query }: { query: UseQueryResult<User> }) {
  return (
    <ReadLine title="Your details" query={query} link={{ to: privacyLinks.profile, label: 'Change' }}>
      {(user) => {
        const storedFields = [
          ['email address', user.email],
          ['date of birth', user.date_of_birth],
          ['country', user.country_name],
          ['telephone number', user.phone_number],
          ['picture', user.user_image],
        ].flatMap(([name, value]) => (value ? [name] : []));
        return `Username, ${storedFields.join(', ')}. Other users see only your username and picture.`;
      }}
    </ReadLine>
  );
}

export function FindableLine() {
  return (
    <ReadLine
      title="Who finds you"
      query={usePreferences()}
      link={{ to: privacyLinks.preferences, label: 'Change' }}
    >
      {({ findable }) =>
        findable
          ? 'Other users find you by your username.'
          : 'Other users cannot find you by a search. Your friends still see you.'
      }
    </ReadLine>
  );
}
