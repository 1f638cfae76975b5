import { useQuery, useQueryClient } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import { userNoteLimits } from 'contract/user-notes/user-notes.constants.ts';
import type { UserNote } from 'contract/user-notes/user-notes.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import type { User } from 'contract/users/user.ts';
import { Link } from 'react-router-dom';
import { kindInWords } from '#parts/format/format.ts';
import { reasonText, subjectText } from '#parts/flags/flag-texts.ts';
import { TextAreaField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { AccountStatus } from './account-status.tsx';
import {
  UserAddresses,
  UserInvitations,
  UserLock,
  UserSecondFactors,
  UserSessions,
  UserTimeline,
} from './overview-panels.tsx';
import { UserSuspension } from './suspension.tsx';
import { UserFrame } from './user-frame.tsx';

export default function UserOverviewScreen() {
  return (
    <UserFrame>
      {({ user, isManaged, isSelf, overview }) => (
        <>
          <UnsavedBlocker />
          {overview && (
            <>
              <UserSuspension user={user} isManaged={isManaged && !isSelf} />
              <UserLock {...overview} />
            </>
          )}
          <div className="grid grid-fit-[18rem] items-start gap-x-6 gap-y-6">
            <Account user={user} />
            {overview && (
              <>
                <UserSessions {...overview} />
                <UserSecondFactors {...overview} />
              </>
            )}
          </div>
          {overview && (
            <div className="grid grid-fit-[26rem] items-start gap-x-6 gap-y-6">
              <div className="flex min-w-0 flex-col gap-6">
                <UserAddresses {...overview} />
                <UserInvitations {...overview} />
                <UserFlags {...overview} />
                <UserNotes user={user} />
              </div>
              <UserTimeline {...overview} />
            </div>
          )}
        </>
      )}
    </UserFrame>
  );
}

function Account({ user }: { user: User }) {
  const rights = [
    user.is_superuser ? 'superuser' : user.is_staff ? 'staff' : 'no staff',
    user.is_premium_user ? 'premium' : 'no premium',
  ];
  return (
    <Panel title="Account">
      <DescriptionList
        items={{
          'Account status': <AccountStatus status={user.account_status} />,
          Rights: rights.join(', '),
          'Login attempts': (
            <span className={user.login_attempts > 0 ? 'text-warn' : undefined}>{user.login_attempts}</span>
          ),
          'Last login': <UtcTime at={user.last_login} />,
          'Date updated': <UtcTime at={user.date_updated} />,
        }}
      />
    </Panel>
  );
}

/** What others have reported about the user, and what the user has reported. */
function UserFlags({ user: { username }, flags }: UserOverview) {
  if (!flags) return null;
  const { about, by, made, without_action: withoutAction } = flags;
  const queue = filteredPath(paths.adminFlags, { user: username, state: 'ALL' });
  return (
    <Panel title="Flags" aside={about.length > 0 && <Link to={queue}>All flags about {username}</Link>}>
      <div className="flex flex-col gap-4 text-sm text-muted">
        <p>{about.length === 0 ? 'Nobody has flagged this user.' : 'By others:'}</p>
        {about.length > 0 && (
          <ul className="flex flex-col gap-2">
            {about.map(({ id, subject, reasons, flags: number, latest_at, answer }) => (
              <Line
                key={id}
                at={latest_at}
                text={`${subjectText(subject)}: ${reasons.map(reasonText).join(', ')}${number > 1 ? ` (${number})` : ''}`}
                state={answer ? kindInWords(answer.outcome) : 'Open'}
              />
            ))}
          </ul>
        )}
        <p>
          {made === 0
            ? 'The user has flagged nobody.'
            : `By the user: ${count(made, 'flag')}, of which ${withoutAction} led to no action.`}
        </p>
        {by.length > 0 && (
          <ul className="flex flex-col gap-2">
            {by.map(({ id, username: other, reason, created_at, outcome }) => (
              <Line
                key={id}
                at={created_at}
                text={`${other}: ${reasonText(reason)}`}
                state={outcome === null ? 'Open' : kindInWords(outcome)}
              />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Line({ at, text, state }: { at: string; text: string; state: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 wrap-anywhere">
      <UtcTime at={at} />
      <span className="max-w-full flex-[1_1_8rem] text-strong">{text}</span>
      <span>{state}</span>
    </li>
  );
}

/** What staff have written about the user for each other. */
function UserNotes({ user }: { user: User }) {
  return (
    <QueryPanel
      title="Notes"
      query={useQuery(apiQuery('listUserNotes', { params: { userId: user.id } }))}
      failure="The notes could not be loaded."
      className="flex min-w-0 flex-col gap-4"
    >
      {({ data }) => (
        <>
          <NoteForm userId={user.id} />
          {data.length === 0 ? (
            <p className="text-sm text-muted">No notes yet.</p>
          ) : (
            <Notes userId={user.id} notes={data} />
          )}
        </>
      )}
    </QueryPanel>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const { mutateAsync: create } = useOperation('createUserNote', {
    // It may have been saved, and the response lost.
    onError: () => void queries.invalidateQueries({ queryKey: ['listUserNotes'] }),
    params: { userId },
    invalidates: ['listUserNotes'],
  });
  const form = useApiForm({
    values: { text: '' },
    onSubmit: create,
    onSaved: (): void => form.reset({ text: '' }),
  });
  return (
    <Form
      form={form}
      label="New note"
      guarded
      actions={
        <SubmitButton form={form} variant="secondary" busyLabel="Saving...">
          Save Note
        </SubmitButton>
      }
    >
      <TextAreaField
        form={form}
        name="text"
        label="New note"
        hint="For other agents. The user’s export contains the text and the time, but not who wrote it."
        maxLength={userNoteLimits.textMaxLength}
      />
    </Form>
  );
}

function Notes({ userId, notes }: { userId: string; notes: readonly UserNote[] }) {
  const agent = useSession()?.user;
  const deletion = useApiMutation({
    mutationFn: (id: string) => call('deleteUserNote', { params: { userId, id } }),
    success: () => 'Note deleted.',
    toastsFailure: true,
    invalidates: ['listUserNotes'],
  });
  return (
    <ul className="flex flex-col gap-4 text-sm">
      {notes.map(({ id, text, author, created_at }) => (
        <li key={id} className="flex flex-col gap-2 border-t border-rule pt-3">
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
            {author ?? 'A deleted agent'}, <UtcTime at={created_at} />
            {(agent?.is_superuser || agent?.username === author) && (
              <Button
                variant="ghost"
                className="text-error"
                onClick={() =>
                  askToConfirm({
                    title: 'Delete this note?',
                    message: 'The note is deleted permanently.',
                    confirmLabel: 'Delete note',
                    onConfirm: () => deletion.mutate(id),
                  })
                }
              >
                Delete
              </Button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
