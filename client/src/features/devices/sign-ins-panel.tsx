import { count } from 'contract/counts.ts';
import type { SignIn } from 'contract/devices/devices.ts';
import { useState } from 'react';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { deviceName } from '#parts/user/device-name.ts';
import { countryOf } from '#parts/records/network-text.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { useSignIns } from './devices.queries.ts';

export function SignInsPanel() {
  const [page, setPage] = useState(1);
  const signIns = useSignIns(page);
  return (
    <QueryPanel title="Sign-Ins" aside={({ totalSignIn }) => `${totalSignIn} recorded`} query={signIns}>
      {({ data, totalSignIn, numOfPages, page: currentPage }) => (
        <>
          <ol className="aria-busy:opacity-60" aria-label="Sign-ins" aria-busy={signIns.isPlaceholderData}>
            {data.map((signIn) => (
              <li
                key={`${signIn.created_at} ${signIn.ip_address} ${signIn.result} ${signIn.user_agent}`}
                className="grid grid-cols-[13rem_10rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-rule py-3 text-sm tabular-nums max-md:flex max-md:flex-wrap max-md:justify-between [&>:nth-child(2)]:justify-self-start"
              >
                <LocalTime at={signIn.created_at} />
                <Result result={signIn.result} />
                <span>{deviceName(signIn.user_agent)}</span>
                <span className="wrap-anywhere text-muted">
                  {[signIn.ip_address, countryOf(signIn.network)].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ol>
          <Pagination
            page={currentPage}
            pages={numOfPages}
            total={count(totalSignIn, 'sign-in')}
            onPage={setPage}
          />
        </>
      )}
    </QueryPanel>
  );
}

const results = {
  success: ['info', 'Signed in'],
  failed: ['warn', 'Failed'],
  locked: ['error', 'Locked'],
  unknown: ['quiet', 'Unknown'],
} as const;

function Result({ result }: Pick<SignIn, 'result'>) {
  const [tone, label] = results[result];
  return <Tag tone={tone}>{label}</Tag>;
}
