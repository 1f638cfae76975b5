import type { SignIn } from 'contract/devices.ts';
import { useState } from 'react';
import { QueryPanel } from '#parts/entry-list/entry-list.tsx';
import { deviceName } from '#parts/user/device-name.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Tag } from '#ui/tag.tsx';
import { useSignIns } from './devices.queries.ts';
import styles from './sign-ins-panel.module.css';

export function SignInsPanel() {
  const [page, setPage] = useState(1);
  const signIns = useSignIns(page);
  return (
    <QueryPanel title="Sign-Ins" aside={({ totalSignIn }) => `${totalSignIn} kept`} query={signIns}>
      {({ data, totalSignIn, numOfPages, page: shown }) => (
        <>
          <ol className={styles.list} aria-label="Sign-ins" aria-busy={signIns.isPlaceholderData}>
            {data.map((signIn) => (
              <li key={Object.values(signIn).join(' ')} className={styles.row}>
                <LocalTime at={signIn.created_at} />
                <Result result={signIn.result} />
                <span>{deviceName(signIn.user_agent)}</span>
                <span className={styles.address}>{signIn.ip_address}</span>
              </li>
            ))}
          </ol>
          <Pagination page={shown} pages={numOfPages} total={`${totalSignIn} sign-ins`} onPage={setPage} />
        </>
      )}
    </QueryPanel>
  );
}

const results = {
  success: ['info', 'signed in'],
  failed: ['warn', 'failed'],
  locked: ['error', 'locked'],
} as const;

function Result({ result }: Pick<SignIn, 'result'>) {
  const [tone, label] = results[result];
  return <Tag tone={tone}>{label}</Tag>;
}
