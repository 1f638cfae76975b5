import { useState } from 'react';
import { auditActionLabel } from '#parts/audit-actions.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import styles from './accesses-panel.module.css';
import { useAccesses } from './profile.queries.ts';

const time = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

const deeds: Readonly<Record<string, string>> = {
  getUser: 'looked at your record',
  getUserOverview: 'looked at your record',
  listTimeline: 'looked at your record',
  user_update: 'changed your record',
  user_unlock: 'unlocked your account',
};

/** What staff did with the record: an agent, never who. */
export function AccessesPanel() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useAccesses(page);
  return (
    <Panel title="Access By Staff">
      {data ? (
        <div className={styles.panel}>
          {data.totalAccess === 0 ? (
            <p>No agent has looked at your record, changed or exported it.</p>
          ) : (
            <ul className={styles.accesses} aria-label="Access by staff">
              {data.data.map(({ action, created_at }) => (
                <li key={`${created_at} ${action}`} className={styles.access}>
                  <span>{sentenceOf(action)}</span>
                  <time dateTime={created_at}>{time.format(new Date(created_at))}</time>
                </li>
              ))}
            </ul>
          )}
          {data.numOfPages > 1 && (
            <Pagination
              page={data.page}
              pages={data.numOfPages}
              total={`${data.totalAccess} times`}
              onPage={setPage}
            />
          )}
        </div>
      ) : error ? (
        <div className={styles.panel}>
          <Alert tone="error" title="Access by staff could not be read." />
          <Button onClick={() => void refetch()}>Try Again</Button>
        </div>
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function sentenceOf(action: string): string {
  const deed = deeds[action] ?? (/export/i.test(action) ? 'exported your records' : undefined);
  return deed ? `An agent ${deed}` : `An agent: ${auditActionLabel(action).toLowerCase()}`;
}
