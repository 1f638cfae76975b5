import type { Token } from 'contract/tokens/tokens.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { formatLocalDay, LocalTime } from '#ui/local-time.tsx';
import { useDeleteToken, useTokens } from './tokens.queries.ts';

export function TokenList() {
  const removal = useDeleteToken();
  return (
    <QueryPanel title="Your Tokens" aside={({ data }) => `${data.length} in use`} query={useTokens()}>
      {({ data }) => (
        <EntryList
          label="Your tokens"
          entries={data}
          empty="You have no tokens. Tokens that you create will appear here."
          verb="Revoke"
          nameOf={({ name }) => name}
          removal={removal}
          confirmation={confirmationOf}
        >
          {({ name, scopes, prefix, expires_at, last_used_at }) => (
            <>
              <EntryTitle name={name} />
              <p>{scopes.join(', ')}</p>
              <p>
                <code>{prefix}…</code>
              </p>
              <p>
                Ends <time dateTime={expires_at}>{formatLocalDay(expires_at)}</time>,{' '}
                {last_used_at ? (
                  <>
                    last used <LocalTime at={last_used_at} />
                  </>
                ) : (
                  'never used'
                )}
              </p>
            </>
          )}
        </EntryList>
      )}
    </QueryPanel>
  );
}

const confirmationOf = ({ name }: Token) => ({
  title: 'REVOKE THIS TOKEN?',
  message: `The program that uses “${name}” can no longer access your account.`,
  confirmLabel: 'Revoke token',
});
