import type { Token } from 'contract/tokens.ts';
import { useRef } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { useDeleteToken, useTokens } from './tokens.queries.ts';
import styles from './tokens-tab.module.css';

const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

export function TokenList() {
  const { data, error, refetch } = useTokens();
  const { mutate: revoke, isPending, variables } = useDeleteToken();
  const list = useRef<HTMLUListElement>(null);

  function askToRevoke({ id, name }: Token) {
    askToConfirm({
      title: 'REVOKE THIS TOKEN?',
      message: `The program that uses “${name}” is refused from now on.`,
      confirmLabel: 'Revoke token',
      onConfirm: () => {
        // The pressed button disappears with its row.
        list.current?.focus({ preventScroll: true });
        revoke(id);
      },
    });
  }

  return (
    <Panel title="Your Tokens" aside={data && `${data.data.length} in use`}>
      {data ? (
        <>
          {data.data.length === 0 && <p className={styles.state}>No program acts for you.</p>}
          <ul ref={list} className={styles.tokens} aria-label="Your tokens" tabIndex={-1}>
            {data.data.map((token) => (
              <li key={token.id} className={styles.token}>
                <TokenFacts token={token} />
                <Button
                  variant="danger"
                  loading={isPending && variables === token.id}
                  onClick={() => askToRevoke(token)}
                >
                  <span>
                    Revoke <VisuallyHidden>{token.name}</VisuallyHidden>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : error ? (
        <div className={styles.state}>
          <Alert tone="error" title="Your tokens could not be read." />
          <Button onClick={() => void refetch()}>Try Again</Button>
        </div>
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function TokenFacts({ token }: { token: Token }) {
  const { last_used_at: lastUsedAt, expires_at: expiresAt } = token;
  return (
    <div className={styles.facts}>
      <p className={styles.name}>{token.name}</p>
      <p>{token.scopes.join(', ')}</p>
      <p>
        <code>{token.prefix}…</code>
      </p>
      <p>
        Ends <time dateTime={expiresAt}>{day.format(new Date(expiresAt))}</time>,{' '}
        {lastUsedAt ? (
          <>
            last used <time dateTime={lastUsedAt}>{time.format(new Date(lastUsedAt))}</time>
          </>
        ) : (
          'never used'
        )}
      </p>
    </div>
  );
}
