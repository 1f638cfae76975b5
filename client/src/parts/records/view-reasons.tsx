import { viewReasonLimits } from 'contract/view-reasons/view-reasons.constants.ts';
import { useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, FormDialog, SubmitButton } from '#parts/form/form.tsx';
import { type ApiForm, useApiForm } from '#parts/form/use-api-form.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';

interface ViewedUser {
  id: string;
  /** Absent for a user whom the agent has not read yet. */
  username?: string;
}

type Users = readonly ViewedUser[];

/** The users of whom the refused request needs a reason; none for other failures. */
export const usersWithoutReason = (error: unknown): Users =>
  error instanceof ApiError && error.code === 'view_reason_required' ? error.users : [];

/** By the id of each user, or one for all. */
type Reasons = Record<string, string>;

const forAll = 'all';

function useReasonForm(users: Users, isForAll: boolean, onSaved?: () => void) {
  const { mutateAsync: state } = useApiMutation({
    mutationFn: async (reasons: Reasons) => {
      for (const { id } of users) await stateReason(id, isForAll ? forAll : id, reasons);
    },
    success: () => (users.length === 1 ? 'Reason saved.' : 'Reasons saved.'),
    // Whatever was refused without a reason is read again.
    invalidates: 'everything',
  });
  const values: Reasons = Object.fromEntries(
    (isForAll ? [forAll] : users.map(({ id }) => id)).map((name) => [name, '']),
  );
  return useApiForm({ values, onSubmit: state, ...(onSaved && { onSaved }) });
}

/** A refusal is displayed at the field of the user. */
async function stateReason(userId: string, field: string, reasons: Reasons): Promise<void> {
  try {
    await call('createViewReason', { params: { userId }, body: { reason: reasons[field] ?? '' } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, status, code, details } = error;
    throw new ApiError(message, {
      status,
      code,
      details: details['reason'] ? { [field]: details['reason'] } : {},
    });
  }
}

interface ReasonsProps {
  users: Users;
  onSaved?: () => void;
}

/** Where the installation requires a reason: after it, what was refused is read. */
export function RequiredViewReasons({ users }: ReasonsProps) {
  const [isForAll, setForAll] = useState(true);
  const form = useReasonForm(users, isForAll);
  return (
    <Alert tone="info" title="A REASON IS REQUIRED">
      <Form
        key={String(isForAll)}
        form={form}
        label="Reason"
        actions={
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form} busyLabel="Saving...">
              Continue
            </SubmitButton>
            <ForAllChoice users={users} isForAll={isForAll} onChange={setForAll} />
          </div>
        }
      >
        <ReasonFields form={form} users={users} isForAll={isForAll} />
      </Form>
    </Alert>
  );
}

interface DialogProps extends ReasonsProps {
  title: string;
  submitLabel: string;
  onClose: () => void;
}

export function ViewReasonsDialog({ users, title, submitLabel, onClose, onSaved = onClose }: DialogProps) {
  const [isForAll, setForAll] = useState(true);
  const form = useReasonForm(users, isForAll, onSaved);
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} busyLabel="Saving..." onClose={onClose}>
      <ReasonFields form={form} users={users} isForAll={isForAll} />
      <ForAllChoice users={users} isForAll={isForAll} onChange={setForAll} />
    </FormDialog>
  );
}

interface ForAllProps {
  users: Users;
  isForAll: boolean;
  onChange: (isForAll: boolean) => void;
}

function ForAllChoice({ users, isForAll, onChange }: ForAllProps) {
  if (users.length === 1) return null;
  return (
    <Button variant="ghost" className="self-start" onClick={() => onChange(!isForAll)}>
      {isForAll ? 'State a reason for each' : 'State one reason for all'}
    </Button>
  );
}

interface ReasonFieldsProps {
  form: ApiForm<Reasons>;
  users: Users;
  isForAll: boolean;
}

const hint = `It applies for ${viewReasonLimits.minutes} minutes.`;

function ReasonFields({ form, users, isForAll }: ReasonFieldsProps) {
  const field = { form, maxLength: viewReasonLimits.reasonMaxLength, isProse: true } as const;
  const [first] = users;
  if (users.length === 1 && first) {
    return (
      <TextField
        {...field}
        name={isForAll ? forAll : first.id}
        label={`Why do you view ${first.username ?? 'this user'}?`}
        hint={`The user reads it with your access. ${hint}`}
      />
    );
  }
  if (!isForAll) {
    return users.map(({ id, username }) => (
      <TextField key={id} {...field} name={id} label={`Why do you view ${username}?`} />
    ));
  }
  return (
    <>
      <p>
        The search has found {new Intl.ListFormat('en-AU').format(users.map(({ username = '' }) => username))}
        .
      </p>
      <TextField
        {...field}
        name={forAll}
        label="Why do you view these users?"
        hint={`Each of them reads it with your access. ${hint}`}
      />
    </>
  );
}
