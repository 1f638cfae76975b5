import { accountLimits } from 'contract/accounts.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { ConsentPolicy } from './consent-policy.tsx';
import { refusedFields, takenFields } from './register-failures.ts';
import { emptyRegistration, type RegisterUserInput, registerFields } from './register-input.ts';
import type { useRegisterUser } from './registration.queries.ts';

interface RegisterFormProps {
  register: ReturnType<typeof useRegisterUser>['mutate'];
  isPending: boolean;
  /** The form has just taken the place of something else. */
  takeFocus: boolean;
}

const { usernameMinLength, usernameMaxLength, passwordMinLength, passwordMaxLength } = accountLimits;
const trimmed = { setValueAs: (typed: string) => typed.trim() };
const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

const resolver = schemaResolver<RegisterUserInput>(
  async () => (await import('contract/accounts.ts')).RegisterUserBody,
);

export function RegisterForm({ register, isPending, takeFocus }: RegisterFormProps) {
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const form = useForm<RegisterUserInput>({
    resolver,
    defaultValues: emptyRegistration,
  });
  const { errors } = form.formState;

  useEffect(() => {
    if (takeFocus) form.setFocus('username');
  }, [takeFocus, form]);

  function showFailure(error: Error) {
    const taken = takenFields(error);
    const refused = { ...refusedFields(error), ...taken };
    const fields = registerFields.filter((field) => refused[field]);
    for (const field of fields) form.setError(field, { message: refused[field] ?? '' });
    if (Object.keys(taken).length === 0) form.setError('root', { message: 'REGISTRATION FAILED. RETRY' });
    if (fields[0]) form.setFocus(fields[0]);
  }

  return (
    <form onSubmit={form.handleSubmit((input) => register(input, { onError: showFailure }))} noValidate>
      <Field
        label="IDENTIFIER"
        hint={`Your username: ${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, underscores and hyphens.`}
        error={errors.username?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...verbatim}
            {...form.register('username', trimmed)}
            autoComplete="username"
            required
          />
        )}
      </Field>
      <Field label="EMAIL" hint="A link to verify it goes there." error={errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...verbatim}
            {...form.register('email', trimmed)}
            type="email"
            autoComplete="email"
            required
          />
        )}
      </Field>
      <Field
        label="CREDENTIALS"
        hint={`Your password: ${passwordMinLength} to ${passwordMaxLength} characters of any kind. Not a common one, not your username or email.`}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password', { deps: 'confirm_password' })}
            what="credentials"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Field label="CONFIRM CREDENTIALS" error={errors.confirm_password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('confirm_password')}
            what="confirmation"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      {errors.root && <Alert tone="error" role="alert" title={errors.root.message} />}
      <Button type="submit" variant="primary" loading={isPending}>
        {isPending ? 'TRANSMITTING...' : layoutTexts.initiateProfile}
      </Button>
      <Button variant="ghost" onClick={() => setPolicyOpen(true)}>
        Privacy policy
      </Button>
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </form>
  );
}
