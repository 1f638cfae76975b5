import { inDays } from 'contract/days.ts';
import { suspensionLimits } from 'contract/users/suspension.constants.ts';
import type { User } from 'contract/users/user.ts';
import { useState } from 'react';
import { SelectField, TextAreaField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { suspensionDays } from '#parts/user/suspension-days.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useEndSuspension, useSuspendUser } from './users.queries.ts';

export function SuspendUser({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Labelled name={user.username}>Suspend</Labelled>
      </Button>
      {isOpen && <SuspendDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The end and the reason of a suspension. */
export function UserSuspension({ user, isManaged }: { user: User; isManaged: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { suspended_until: until, suspension_reason: reason } = user;
  if (!until) return null;
  return (
    <Alert tone="warn" title="ACCOUNT SUSPENDED">
      <p>
        Suspended until <UtcTime at={until} /> UTC. Reason: {reason}
      </p>
      {isManaged && (
        <p>
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            End Suspension
          </Button>
        </p>
      )}
      {isOpen && <EndSuspensionDialog user={user} onClose={() => setOpen(false)} />}
    </Alert>
  );
}

interface DialogProps {
  user: User;
  onClose: () => void;
}

function SuspendDialog({ user, onClose }: DialogProps) {
  const { mutateAsync: suspend } = useSuspendUser(user.id);
  const form = useApiForm({
    values: { days: '3', reason: '' },
    toBody: ({ days, reason }) => ({ reason, ends_at: inDays(days) }),
    fieldNames: { ends_at: 'days' },
    onSubmit: suspend,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Suspend ${user.username}`}
      submitLabel="Suspend"
      busyLabel="Suspending..."
      variant="danger"
      onClose={onClose}
    >
      <p>
        All sessions of {user.username} end at once. Until the suspension ends by itself, nobody can sign in
        to the account, and its API tokens do not work.
      </p>
      <SelectField form={form} name="days" label="Ends after" options={suspensionDays} />
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        hint={`${user.username} reads it at the sign-in and in an email.`}
        maxLength={suspensionLimits.reasonMaxLength}
      />
    </FormDialog>
  );
}

function EndSuspensionDialog({ user, onClose }: DialogProps) {
  const { mutateAsync: end } = useEndSuspension(user.id);
  const form = useApiForm({ values: { reason: '' }, onSubmit: end, onSaved: onClose });
  return (
    <FormDialog
      form={form}
      title={`End the suspension of ${user.username}`}
      submitLabel="End Suspension"
      busyLabel="Ending..."
      onClose={onClose}
    >
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        hint="For the audit trail."
        maxLength={suspensionLimits.reasonMaxLength}
      />
    </FormDialog>
  );
}
