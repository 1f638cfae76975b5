import { userNoteLimits } from 'contract/user-notes/user-notes.constants.ts';
import type { UserNote } from 'contract/user-notes/user-notes.ts';
import type { User } from 'contract/users/user.ts';
import { TextAreaField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useCreateUserNote, useDeleteUserNote, useUserNotes } from './users.queries.ts';

/** What staff have written about the user for each other. */
export function UserNotes({ user }: { user: User }) {
  return (
    <QueryPanel
      title="Notes"
      query={useUserNotes(user.id)}
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
  const { mutateAsync: create } = useCreateUserNote(userId);
  const form = useApiForm({
    values: { text: '' },
    onSubmit: create,
    onSaved: () => form.reset({ text: '' }),
  });
  return (
    <Form
      form={form}
      label="New note"
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
  const deletion = useDeleteUserNote(userId);
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
