import { count } from '#parts/format/format.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { formatLocalTime } from '#ui/local-time.tsx';
import { privacyLinks } from './privacy-links.ts';
import { ReadLine } from './privacy-line.tsx';
import { useLastAccess, useLastSignIn } from './privacy.queries.ts';

export function AccessesLine() {
  return (
    <ReadLine title="Staff" query={useLastAccess()} link={{ to: privacyLinks.accesses, label: 'See' }}>
      {({ data: [last], totalAccess }) =>
        last
          ? `Agents viewed, changed or exported your record ${count(totalAccess, 'time')}, most recently on ${formatLocalTime(last.created_at)}.`
          : 'No agent has viewed, changed or exported your record.'
      }
    </ReadLine>
  );
}

export function SignInsLine() {
  return (
    <ReadLine title="Sign-ins" query={useLastSignIn()} link={{ to: privacyLinks.devices, label: 'See' }}>
      {({ data: [last] }) =>
        last
          ? `The last sign-in on ${formatLocalTime(last.created_at)}, from ${last.ip_address} with ${deviceName(last.user_agent)}: ${last.result === 'success' ? 'successful' : 'refused'}.`
          : 'No sign-in is stored any more.'
      }
    </ReadLine>
  );
}
