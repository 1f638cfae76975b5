import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import { invitationLimits, invitationMessages } from 'contract/invitations/invitations.constants.ts';
import type { Invitation } from 'contract/invitations/invitations.ts';
import { useState } from 'react';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { NumberField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { SecretDialog } from '#parts/form/secret-dialog.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Pagination } from '#ui/controls/pagination.tsx';
import { isAdmitted } from '#parts/navigation/feature.ts';
import { friendsSections } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';

const makers = [
  ['own', 'Yours'],
  ['all', 'Everybody’s'],
] as const;

/** Nothing for a user who may invite nobody and never could. */
export function InvitationsSection() {
  const isStaff = isAdmitted(useSession()?.user, 'staff');
  const [maker, setMaker] = useState<(typeof makers)[number][0]>('own');
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({
    ...apiQuery('listInvitations', { query: { all: maker === 'all', page } }),
    placeholderData: keepPreviousData,
  });
  const left = query.data?.left ?? null;
  if (query.data?.totalInvitation === 0 && left === 0) return null;
  return (
    <Disclosure id={friendsSections.invitations} title="Invitations" aside={left !== null && `${left} left`}>
      <QueryState
        query={query}
        failure="Your invitations could not be loaded."
        className="flex flex-col gap-4"
      >
        {({ data, totalInvitation, numOfPages, page: current }) => (
          <>
            <p className="text-muted">
              An invitation is a link with which a person may register, also while registration is closed.
            </p>
            {isStaff && (
              <Segmented
                label="Whose invitations"
                options={makers}
                value={maker}
                onChange={(next) => {
                  setMaker(next);
                  setPage(1);
                }}
              />
            )}
            <EntryList
              label="Invitations"
              entries={data}
              empty="No invitations yet. Those that you create will appear here."
              verb="Delete"
              nameOf={nameOf}
              operation="deleteInvitation"
              success={invitationMessages.deleted}
              confirmation={confirmationOf}
            >
              {(invitation) => <InvitationTexts invitation={invitation} isOfAll={maker === 'all'} />}
            </EntryList>
            {numOfPages > 1 && (
              <Pagination
                page={current}
                pages={numOfPages}
                total={count(totalInvitation, 'invitation')}
                onPage={setPage}
              />
            )}
            {left === 0 ? (
              <p className="text-muted">You have no invitations left.</p>
            ) : (
              <Button className="self-start" onClick={() => setCreating(true)}>
                Invite somebody
              </Button>
            )}
          </>
        )}
      </QueryState>
      {isCreating && <CreateInvitationDialog isStaff={isStaff} onClose={() => setCreating(false)} />}
    </Disclosure>
  );
}

const nameOf = ({ note, created_at }: Invitation) => note || `Invitation of ${formatLocalDay(created_at)}`;

function InvitationTexts({ invitation, isOfAll }: { invitation: Invitation; isOfAll: boolean }) {
  const { uses, used, people, expires_at, is_open: isOpen, created_by } = invitation;
  return (
    <>
      <EntryTitle name={nameOf(invitation)} />
      {isOfAll && <p>Made by {created_by}</p>}
      <p>{uses === 1 ? (used === 1 ? 'Used' : 'Not used yet') : `${used} of ${count(uses, 'use')}`}</p>
      {people.length > 0 && <p>Came: {people.map(({ username }) => username).join(', ')}</p>}
      {used < uses && (
        <p>
          {isOpen ? 'Works until' : 'Ended on'}{' '}
          <time dateTime={expires_at}>{formatLocalDay(expires_at)}</time>
        </p>
      )}
    </>
  );
}

const confirmationOf = ({ is_open: isOpen }: Invitation) => ({
  title: 'DELETE THIS INVITATION?',
  message: isOpen
    ? 'Nobody can register with its link any more. Who has registered keeps their account.'
    : 'It disappears from the list. Who has registered keeps their account.',
  confirmLabel: 'Delete invitation',
});

const schema = async () => (await import('contract/invitations/invitations.ts')).CreateInvitationBody;

const values = { note: '', days: String(invitationLimits.days.default), uses: '1' };

interface CreateInvitationDialogProps {
  isStaff: boolean;
  onClose: () => void;
}

function CreateInvitationDialog({ isStaff, onClose }: CreateInvitationDialogProps) {
  const { mutateAsync: create, data: created } = useOperation('createInvitation', {
    success: null,
    invalidates: ['listInvitations'],
  });
  const form = useApiForm({
    values,
    schema,
    toBody: ({ note, days, uses }) => ({ note, days: Number(days), uses: Number(uses) }),
    onSubmit: create,
  });
  if (created) {
    return (
      <SecretDialog
        title="YOUR INVITATION"
        secret={created.url}
        copyLabel="Copy Link"
        copied="Link copied."
        text={`${invitationMessages.created} Whoever has it can register, so send it only to whom you invite.`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title="INVITE SOMEBODY"
      submitLabel="Create invitation"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="note"
        label="Note (optional)"
        hint="Whom it is for. Only you and staff see it."
        maxLength={invitationLimits.noteMaxLength}
        isProse
      />
      <NumberField
        form={form}
        name="days"
        label="Days"
        hint={`How long it works, ${invitationLimits.days.min} to ${invitationLimits.days.max} days.`}
        required
      />
      {isStaff && (
        <NumberField
          form={form}
          name="uses"
          label="People"
          hint={`How many may register with it, at most ${invitationLimits.uses.max}.`}
          required
        />
      )}
    </FormDialog>
  );
}
