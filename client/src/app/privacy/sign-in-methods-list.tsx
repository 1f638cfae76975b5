import { useQuery } from '@tanstack/react-query';
import { useDevices, useSessions } from '#features/devices/devices.queries.ts';
import { useTokens } from '#features/tokens/tokens.queries.ts';
import { count } from '#parts/format/format.ts';
import { secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { privacyLinks } from './privacy-links.ts';
import { ReadLine } from './privacy-line.tsx';

export function SecondFactorsLine() {
  return (
    <ReadLine
      title="Second factor"
      query={useQuery(secondFactors)}
      link={{ to: privacyLinks.secondFactor, label: 'Change' }}
    >
      {({ data, recovery_codes_left }) =>
        data.length === 0
          ? 'None. Your password alone is enough to sign in. A passkey or a code from your phone protects you if it is stolen.'
          : `${data.map(({ name }) => name).join(', ')}; ${count(recovery_codes_left, 'recovery code')} left.`
      }
    </ReadLine>
  );
}

export function SessionsLine() {
  return (
    <ReadLine title="Sessions" query={useSessions()} link={{ to: privacyLinks.devices, label: 'End' }}>
      {({ data }) => {
        const current = data.find((session) => session.current);
        const others = data.length - (current ? 1 : 0);
        const currentText = current ? `This one with ${deviceName(current.user_agent)}` : 'This one';
        return `${currentText}, and ${others === 0 ? 'no other' : count(others, 'other')}.`;
      }}
    </ReadLine>
  );
}

export function DevicesLine() {
  return (
    <ReadLine
      title="Known browsers"
      query={useDevices()}
      link={{ to: privacyLinks.devices, label: 'Forget' }}
    >
      {({ data }) =>
        data.length === 0
          ? 'None. If wrong passwords lock your account, you cannot sign in either.'
          : `${count(data.length, 'browser')} that other people’s failed sign-ins do not lock out.`
      }
    </ReadLine>
  );
}

export function TokensLine() {
  return (
    <ReadLine title="Programs" query={useTokens()} link={{ to: privacyLinks.tokens, label: 'Change' }}>
      {({ data }) =>
        data.length === 0
          ? 'No program has one of your tokens.'
          : `${count(data.length, 'token')}: ${data.map(({ name }) => name).join(', ')}.`
      }
    </ReadLine>
  );
}
