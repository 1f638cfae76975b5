import { viewReasonLimits } from 'contract/view-reasons/view-reasons.constants.ts';
import { useState } from 'react';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, FormDialog, SubmitButton } from '#parts/form/form.tsx';
import { type ApiForm, useApiForm } from '#parts/form/use-api-form.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { useCreateViewReason } from './users.queries.ts';

function useReasonForm(userId: string, onSaved?: () => void) {
  const { mutateAsync: state } = useCreateViewReason(userId);
  return useApiForm({ values: { reason: '' }, onSubmit: state, ...(onSaved && { onSaved }) });
}

/** Where the installation requires a reason: one line, after which the record is read. */
export function RequiredViewReason({ userId }: { userId: string }) {
  const form = useReasonForm(userId);
  return (
    <Alert tone="info" title="A REASON IS REQUIRED">
      <Form
        form={form}
        label="Reason"
        actions={
          <SubmitButton form={form} busyLabel="Saving...">
            Continue
          </SubmitButton>
        }
      >
        <ReasonField form={form} />
      </Form>
    </Alert>
  );
}

/** Where no reason is required, an agent may still add one. */
export function AddViewReason({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Add a reason
      </Button>
      {isOpen && <ReasonDialog userId={userId} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReasonDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const form = useReasonForm(userId, onClose);
  return (
    <FormDialog form={form} title="Add a Reason" submitLabel="Save" busyLabel="Saving..." onClose={onClose}>
      <ReasonField form={form} />
    </FormDialog>
  );
}

function ReasonField({ form }: { form: ApiForm<{ reason: string }> }) {
  return (
    <TextField
      form={form}
      name="reason"
      label="Why do you view this user?"
      hint={`The user reads it with your access. It applies for ${viewReasonLimits.minutes} minutes.`}
      maxLength={viewReasonLimits.reasonMaxLength}
      isProse
    />
  );
}
