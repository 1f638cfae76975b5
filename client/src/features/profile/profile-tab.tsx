import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import { durationTexts } from 'contract/durations.ts';
import { recordLimits } from 'contract/records/records.constants.ts';
import { messages } from 'contract/texts.ts';
import type { User } from 'contract/users/user.ts';
import { useState } from 'react';
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
import { accessText } from './access-texts.ts';
import { useDeleteUser, useExportUser } from './profile.queries.ts';
import { StorageUsageCard } from './storage-usage-card.tsx';

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
