import { useFormContext } from 'react-hook-form';
import { PasswordField } from '#parts/form/form-field.tsx';

/** Needs a `Form`. */
export function CurrentPasswordField() {
  return (
    <PasswordField
      form={useFormContext<{ current_password: string }>()}
      name="current_password"
      label="Current Password"
      what="current password"
      autoComplete="current-password"
      required
    />
  );
}

/** A new password and its confirmation. Needs a `Form`. */
export function NewPasswordFields({ required = false }: { required?: boolean }) {
  const form = useFormContext<{ new_password: string; confirm_new_password: string }>();
  return (
    <>
      <PasswordField
        form={form}
        name="new_password"
        label="New Password"
        rules={{ deps: 'confirm_new_password' }}
        what="new password"
        autoComplete="new-password"
        required={required}
      />
      <PasswordField
        form={form}
        name="confirm_new_password"
        label="Confirm New Password"
        what="confirmation"
        autoComplete="new-password"
        required={required}
      />
    </>
  );
}
