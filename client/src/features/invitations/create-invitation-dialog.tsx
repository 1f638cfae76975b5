import { invitationLimits, invitationMessages } from 'contract/invitations/invitations.constants.ts';
import { NumberField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { SecretDialog } from '#parts/form/secret-dialog.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useCreateInvitation } from './invitations.queries.ts';

const schema = async () => (await import('contract/invitations/invitations.ts')).CreateInvitationBody;

const values = { note: '', days: String(invitationLimits.days.default), uses: '1' };

interface CreateInvitationDialogProps {
  isStaff: boolean;
  onClose: () => void;
}

export function CreateInvitationDialog({ isStaff, onClose }: CreateInvitationDialogProps) {
  const { mutateAsync: create, data: created } = useCreateInvitation();
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
