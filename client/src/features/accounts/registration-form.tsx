import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { type ReactNode, useEffect } from 'react';
import type { Path } from 'react-hook-form';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import type { ApiForm } from '#parts/form/use-api-form.ts';

const { usernameMinLength, usernameMaxLength } = accountLimits;

interface RegistrationFormProps<Input extends { username: string }> {
  form: ApiForm<Input>;
  /** True if the form replaces the consent dialog, which had the focus. */
  takeFocus: boolean;
  /** The fields after the username. */
  children?: ReactNode;
}

/** Asks for the username of a new account, and for what else is needed. */
export function RegistrationForm<Input extends { username: string }>({
  form,
  takeFocus,
  children,
}: RegistrationFormProps<Input>) {
  const username = 'username' as Path<Input>;
  const { setFocus } = form;
  useEffect(() => {
    if (takeFocus) setFocus(username);
  }, [takeFocus, setFocus, username]);
  return (
    <Form
      form={form}
      className=""
      actions={
        <SubmitButton form={form} busyLabel="TRANSMITTING...">
          {layoutTexts.initiateProfile}
        </SubmitButton>
      }
    >
      <TextField
        form={form}
        name={username}
        label="IDENTIFIER"
        hint={`Your username: ${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, underscores and hyphens.`}
        autoComplete="username"
        required
      />
      {children}
    </Form>
  );
}
