import { count } from 'contract/counts.ts';
import { useState } from 'react';
import { auditActionLabel } from '#parts/records/audit-actions.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { useAccesses } from './profile.queries.ts';

const actionTexts = new Map(
  Object.entries({
    getUser: 'viewed your record',
    getUserOverview: 'viewed your record',
    listTimeline: 'viewed your record',
    listUsers: 'viewed your record in a list',
    listIpRecords: 'viewed your IP records in a list',
    deleteIpRecords: 'searched for your IP records to delete them',
    deleteLogRecords: 'searched for your log records to delete them',
    listLogRecords: 'viewed your log records in a list',
    listAuditRecords: 'viewed your audit records in a list',
    listNotices: 'viewed notices to you in a list',
    previewNetworkBlock: 'looked at a network that you used',
    createNetworkBlock: 'tried to block a network that you used',
    adminUpdateUser: 'compared values with your record',
    user_update: 'changed your record',
    user_unlock: 'unlocked your account',
    endUserSessions: 'ended your sessions',
    resetSecondFactor: 'reset your second factor',
    createNotice: 'wrote you a notice',
    updateNotice: 'changed a notice to you',
    deleteNotice: 'deleted a notice to you',
    withdrawNotice: 'withdrew a notice to you',
  }),
);

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
                  <span className="text-strong">{sentenceOf(action)}</span>
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

function sentenceOf(action: string): string {
  const actionText =
    actionTexts.get(action) ?? (/export/i.test(action) ? 'exported your records' : undefined);
  return actionText ? `An agent ${actionText}` : `An agent: ${auditActionLabel(action).toLowerCase()}`;
}
