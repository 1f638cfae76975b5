import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { downloadFrom } from '#api/save-file.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { PasswordField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useLinkBackup } from './settings.queries.ts';

interface DownloadDialogProps {
  name: string;
  /** When the backup was made. */
  time: string;
  onClose: () => void;
}

export function DownloadDialog({ name, time, onClose }: DownloadDialogProps) {
  const { mutateAsync: link } = useLinkBackup(name);
  const form = useApiForm({
    values: { current_password: '' },
    onSubmit: async (body) => {
      if (!body.current_password)
        throw fieldRefusal('current_password', accountMessages.currentPasswordNeeded);
      try {
        return await link(body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
        throw fieldRefusal('current_password', error.message);
      }
    },
    onSaved: ({ url }) => {
      downloadFrom(url);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="DOWNLOAD A BACKUP"
      submitLabel="Download"
      busyLabel="Checking..."
      onClose={onClose}
    >
      <p>
        This backup ({time}) is the whole database, with the personal data and the password hashes of all
        users. Store it where nobody else can read it. All superusers are informed by email.
      </p>
      <PasswordField
        form={form}
        name="current_password"
        label="Your password"
        required
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
