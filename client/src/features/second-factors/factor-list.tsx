import type { UseQueryResult } from '@tanstack/react-query';
import type { SecondFactor } from 'contract/second-factors/second-factors.ts';
import { newerVersionText } from 'contract/texts.ts';
import type { ResponseOf } from '#api/call.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useFirstFactor } from '#parts/second-factor/first-factor.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { useDeleteSecondFactor } from './second-factor-changes.ts';

const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

export function FactorList({ list }: { list: UseQueryResult<ResponseOf<'listSecondFactors'>> }) {
  const removal = useDeleteSecondFactor();
  const firstFactor = useFirstFactor();
  return (
    <QueryPanel
      title="Your Second Factors"
      aside={({ data }) => (data.length > 0 ? 'On' : 'Off')}
      query={list}
    >
      {({ data }) => (
        <EntryList
          label="Your second factors"
          entries={data}
          empty={`You have no second factor. You sign in with ${firstFactor} alone.`}
          verb="Remove"
          nameOf={({ name }) => name}
          removal={removal}
          confirmation={(factor) => confirmationOf(factor, data.length === 1)}
        >
          {({ name, method, created_at, last_used_at }) => (
            <>
              <EntryTitle name={name} />
              <p>{method === 'unknown' ? newerVersionText : kinds[method]}</p>
              <p>
                Added <LocalTime at={created_at} />,{' '}
                {last_used_at ? (
                  <>
                    last used <LocalTime at={last_used_at} />
                  </>
                ) : (
                  'not used yet'
                )}
              </p>
            </>
          )}
        </EntryList>
      )}
    </QueryPanel>
  );
}

const confirmationOf = ({ name }: SecondFactor, isLast: boolean) => ({
  title: 'REMOVE THIS SECOND FACTOR?',
  message: isLast
    ? `“${name}” is your last second factor. Your recovery codes are deleted with it, and signing in has no second step.`
    : `You can no longer sign in with “${name}”.`,
  confirmLabel: 'Remove it',
});
