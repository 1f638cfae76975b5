import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import { durationTexts } from 'contract/durations.ts';
import { recordLimits } from 'contract/records/records.constants.ts';
import { messages } from 'contract/texts.ts';
import type { User } from 'contract/users/user.ts';
import { useId, useState } from 'react';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfileForm } from './profile-form.tsx';
import { userQuery } from '#session/session.queries.ts';
import { Pagination } from '#ui/controls/pagination.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { useDeleteUser, useExportUser, useStorageUsage } from './profile.queries.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { cx } from '#ui/cx.ts';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { PercentRing, StorageBreakdown } from './storage-figures.tsx';

export function ProfileTab() {
  const id = useSession()?.user.id ?? '';
  const details = useQuery(userQuery(id));
  useScrollToHash(!details.isPending);
  return (
    <QueryState query={details} failure={messages.somethingWentWrong}>
      {(user) => (
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-x-7 gap-y-6 @min-[56rem]:grid-cols-[minmax(0,1fr)_24rem] @min-[56rem]:grid-rows-[auto_1fr]">
            <ProfileForm user={user} />
            <div className="grid grid-cols-1 gap-6 @min-[56rem]:row-span-2">
              <StorageUsageCard />
              <AccessesPanel />
              <PreferencesPanel />
            </div>
            <AccountDataPanel user={user} />
          </div>
        </div>
      )}
    </QueryState>
  );
}

export function AccountDataPanel({ user }: { user: User }) {
  const { mutate: exportUser, isPending } = useExportUser(user);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Panel title="Your Data">
      <div className="flex flex-col gap-3 text-sm text-muted [&>button+p]:mt-3">
        <p>Download everything that we hold about you as one JSON file.</p>
        <Button loading={isPending} onClick={() => exportUser()}>
          {isPending ? 'Exporting...' : 'Export My Data'}
        </Button>
        <p>Delete your account and everything in it.</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete My Account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

/** How staff accessed the user's record, without the agents' names. */
function AccessesPanel() {
  const [page, setPage] = useState(1);
  return (
    <QueryPanel
      id="accesses"
      title="Access By Staff"
      query={useQuery({
        ...apiQuery('listAccesses', { query: { page } }),
        placeholderData: keepPreviousData,
      })}
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

const listClasses = "pl-[1.25em] [list-style:revert] [&_li]:marker:text-control [&_li]:marker:content-['>_']";

/** The user types the username to confirm. */
function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync: deleteUser } = useDeleteUser(user);
  const form = useApiForm({
    values: { username: '' },
    onSubmit: ({ username }) => {
      if (username.toLowerCase() !== user.username.toLowerCase()) {
        throw fieldRefusal('username', `Type ${user.username} to confirm.`);
      }
      return deleteUser();
    },
  });

  return (
    <FormDialog
      form={form}
      title="DELETE YOUR ACCOUNT"
      submitLabel="Delete my account"
      busyLabel="Deleting..."
      secondaryAction={<Button onClick={onClose}>Keep my account</Button>}
      variant="danger"
      onClose={onClose}
    >
      <p>
        Your account is closed at once, and you are signed out everywhere. For {durationTexts.undoDeletion} a
        link that we email to {user.email} restores everything. After that we permanently delete:
      </p>
      <ul className={listClasses}>
        <li>your details, your image, and your ways to sign in;</li>
        <li>your friends, and all requests you sent or received;</li>
        <li>your saved calculations and objectives;</li>
        <li>the IP records of your sign-ins and changes.</li>
      </ul>
      <p>What stays:</p>
      <ul className={listClasses}>
        <li>
          the audit trail: that the account of {user.username} was deleted, and when. The details of earlier
          entries are deleted;
        </li>
        <li>
          log lines that name the account, for as long as this site keeps them ({recordLimits.retentionDays}{' '}
          days unless it has set another time).
        </li>
      </ul>
      <TextField
        form={form}
        name="username"
        label={`Type ${user.username} to confirm`}
        required
        autoComplete="off"
      />
    </FormDialog>
  );
}

const actionTexts = new Map(
  Object.entries({
    getUser: 'viewed your record',
    getUserOverview: 'viewed your record',
    listTimeline: 'viewed your record',
    listUserNotes: 'viewed your record',
    createViewReason: 'wrote down why they view your record',
    createUserNote: 'wrote a note about you',
    deleteUserNote: 'deleted a note about you',
    getFlag: 'viewed your record',
    getReport: 'viewed your name in statistics',
    listInvitations: 'viewed your invitations in a list',
    deleteInvitation: 'ended an invitation that you made',
    listNetworkBlocks: 'viewed networks that you used in a list',
    endNetworkBlock: 'ended the block of a network that you used',
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
    unlockUser: 'unlocked your account',
    suspendUser: 'suspended your account',
    endSuspension: 'ended the suspension of your account',
    deleteUser: 'scheduled the deletion of your account',
    exportReport: 'exported statistics with your name',
    linkReportExport: 'exported statistics with your name',
    endUserSessions: 'ended your sessions',
    resetSecondFactor: 'reset your second factor',
    createNotice: 'wrote you a notice',
    updateNotice: 'changed a notice to you',
    deleteNotice: 'deleted a notice to you',
    withdrawNotice: 'withdrew a notice to you',
  }),
);

/** What an agent did. Every other action has a sentence, too. */
export function accessText(action: string): string {
  const fallback = /export/i.test(action) ? 'exported your records' : 'worked with your record';
  return actionTexts.get(action) ?? fallback;
}

export function StorageUsageCard() {
  const [isExpanded, setExpanded] = useState(true);
  /** Whether the entrance animation has run. */
  const [hasArrived, setArrived] = useState(false);
  const { data: usage, error, isFetching, refetch } = useStorageUsage();
  const viewId = useId();
  const toggle = (
    <Button
      variant="ghost"
      className="-mx-2 -my-1 min-h-target px-2 py-0"
      aria-expanded={isExpanded}
      aria-controls={viewId}
      onClick={() => setExpanded(!isExpanded)}
    >
      {isExpanded ? 'Minimize' : 'Expand'}
    </Button>
  );
  return (
    <Panel
      id="storage"
      title="User Storage Usage"
      aside={toggle}
      className={isExpanded ? undefined : '[&>:first-child]:border-b-0 [&>:last-child]:p-0'}
    >
      <div
        className="flex animate-slide-up flex-col gap-4 [&[hidden]]:hidden"
        id={viewId}
        hidden={!isExpanded}
      >
        <p className="text-sm text-muted">
          Every record about you counts. At the limit, you cannot add images, friend requests, saved
          calculations or objectives.
        </p>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Checking...' : 'Check Storage Usage'}
        </Button>
        <LiveRegion role="alert">
          {error && <Alert tone="error" title="Failed to fetch storage usage data." />}
        </LiveRegion>
        <LiveRegion>
          {usage && (
            <div
              className={cx('flex flex-col gap-5 pt-2', !hasArrived && 'animate-slide-up')}
              onAnimationEnd={() => setArrived(true)}
            >
              <PercentRing used={usage.total_records} allowed={usage.storage_limit} />
              <StorageBreakdown breakdown={usage.summary_breakdown} total={usage.total_records} />
            </div>
          )}
        </LiveRegion>
      </div>
    </Panel>
  );
}
