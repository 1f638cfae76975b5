import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useRegisterOpenId } from './accounts.queries.ts';

const { usernameMinLength, usernameMaxLength } = accountLimits;

interface OpenIdRegisterFormProps {
  code: string;
  /** True if the form replaces the consent dialog, which had the focus. */
  takeFocus: boolean;
}

/** The provider has said the rest. */
export function OpenIdRegisterForm({ code, takeFocus }: OpenIdRegisterFormProps) {
  const { mutateAsync: register } = useRegisterOpenId();
  const navigate = useNavigate();
  const form = useApiForm({
    values: { username: '' },
    schema: async () =>
      (await import('contract/identities/identities.ts')).registerOpenId.body.pick({ username: true }),
    onSubmit: (input) => register({ ...input, code }),
    onSaved: (response) => {
      if ('user' in response) void navigate(paths.dashboard, { replace: true });
    },
  });
  const { setFocus } = form;

  useEffect(() => {
    if (takeFocus) setFocus('username');
  }, [takeFocus, setFocus]);

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
        name="username"
        label="IDENTIFIER"
        hint={`Your username: ${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, underscores and hyphens.`}
        autoComplete="username"
        required
      />
    </Form>
  );
}
