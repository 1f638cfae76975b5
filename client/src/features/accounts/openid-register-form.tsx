import { useNavigate } from 'react-router-dom';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { useRegisterOpenId } from './accounts.queries.ts';
import { RegistrationForm } from './registration-form.tsx';

interface OpenIdRegisterFormProps {
  /** The code of an identity at the provider, from which the server has the email address. */
  code: string;
  takeFocus: boolean;
}

/** Registers with an identity at the OpenID provider: only the username is missing. */
export function OpenIdRegisterForm({ code, takeFocus }: OpenIdRegisterFormProps) {
  const { mutateAsync: register } = useRegisterOpenId();
  const navigate = useNavigate();
  const { path, isToSave } = useReturn();
  const form = useApiForm({
    values: { username: '' },
    schema: async () =>
      (await import('contract/identities/identities.ts')).registerOpenId.body.pick({ username: true }),
    onSubmit: (input) => register({ ...input, code }),
    onSaved: (response) => {
      if (!('user' in response)) return;
      void navigate(isToSave ? path : paths.dashboard, {
        replace: true,
        state: isToSave ? { isToSave } : undefined,
      });
    },
  });
  return <RegistrationForm form={form} takeFocus={takeFocus} />;
}
