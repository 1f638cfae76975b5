import type { UseQueryResult } from '@tanstack/react-query';
import type { SecondFactor } from 'contract/second-factors.ts';
import { useRef } from 'react';
import type { ResponseOf } from '#api/call.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { useDeleteSecondFactor } from './second-factor-changes.ts';
import styles from './second-factors-tab.module.css';

const time = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });
const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

export function FactorList({ list }: { list: UseQueryResult<ResponseOf<'listSecondFactors'>> }) {
  const { mutate: remove, isPending, variables } = useDeleteSecondFactor();
  const element = useRef<HTMLUListElement>(null);
  const factors = list.data?.data;

  function askToRemove({ id, name }: SecondFactor) {
    const isLast = factors?.length === 1;
    askToConfirm({
      title: 'REMOVE THIS SECOND FACTOR?',
      message: isLast
        ? `“${name}” is the last one: the recovery codes go with it, and the password alone signs in.`
        : `“${name}” no longer signs you in.`,
      confirmLabel: 'Remove it',
      onConfirm: () => {
        // The pressed button disappears with its row.
        element.current?.focus({ preventScroll: true });
        remove(id);
      },
    });
  }

  return (
    <Panel title="Your second factors" aside={factors && factors.length > 0 ? 'On' : 'Off'}>
      {factors ? (
        <>
          {factors.length === 0 && <p className={styles.state}>The password alone signs you in.</p>}
          <ul ref={element} className={styles.factors} aria-label="Your second factors" tabIndex={-1}>
            {factors.map((factor) => (
              <li key={factor.id} className={styles.factor}>
                <FactorFacts factor={factor} />
                <Button
                  variant="danger"
                  loading={isPending && variables === factor.id}
                  onClick={() => askToRemove(factor)}
                >
                  <span>
                    Remove <VisuallyHidden>{factor.name}</VisuallyHidden>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : list.error ? (
        <div className={styles.state}>
          <Alert tone="error" title="Your second factors could not be read." />
          <Button onClick={() => void list.refetch()}>Try Again</Button>
        </div>
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function FactorFacts({ factor }: { factor: SecondFactor }) {
  const { name, method, created_at: addedAt, last_used_at: usedAt } = factor;
  return (
    <div className={styles.facts}>
      <p className={styles.name}>{name}</p>
      <p>{kinds[method]}</p>
      <p>
        Added <time dateTime={addedAt}>{time.format(new Date(addedAt))}</time>,{' '}
        {usedAt ? (
          <>
            last used <time dateTime={usedAt}>{time.format(new Date(usedAt))}</time>
          </>
        ) : (
          'not used yet'
        )}
      </p>
    </div>
  );
}
