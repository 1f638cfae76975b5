import { count } from 'contract/counts.ts';
import { useState } from 'react';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { accessText } from './access-texts.ts';
import { useAccesses } from './profile.queries.ts';

/** How staff accessed the user's record, without the agents' names. */
export function AccessesPanel() {
  const [page, setPage] = useState(1);
  return (
    <QueryPanel
      id="accesses"
      title="Access By Staff"
      query={useAccesses(page)}
      failure="Access by staff could not be loaded."
      className="flex flex-col items-start gap-4 text-sm text-muted"
    >
      {({ data, totalAccess, page: currentPage, numOfPages }) => (
        <>
          {totalAccess === 0 ? (
            <p>No agent has viewed, changed or exported your record. Access by staff will appear here.</p>
          ) : (
            <ul className="self-stretch" aria-label="Access by staff">
              {data.map(({ action, created_at, reason }) => (
                <li
                  key={`${created_at} ${action}`}
                  className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2 not-first:border-t not-first:border-rule"
                >
                  <span className="text-strong">An agent {accessText(action)}</span>
                  <LocalTime at={created_at} />
                  {reason && <span className="basis-full text-sm wrap-anywhere">Reason: {reason}</span>}
                </li>
              ))}
            </ul>
          )}
          {numOfPages > 1 && (
            <Pagination
              page={currentPage}
              pages={numOfPages}
              total={count(totalAccess, 'time')}
              onPage={setPage}
            />
          )}
        </>
      )}
    </QueryPanel>
  );
}
