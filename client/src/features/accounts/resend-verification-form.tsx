import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { toast } from '#ui/toast.ts';
import type { ResendInput, useResendVerificationEmail } from './registration.queries.ts';

interface ResendVerificationFormProps {
  resend: ReturnType<typeof useResendVerificationEmail>['mutate'];
  isPending: boolean;
  /** The form has just taken the place of a result. */
  takeFocus: boolean;
}

const emptyForm: ResendInput = { username: '', password: '', new_email: '' };
const trimmed = { setValueAs: (typed: string) => typed.trim() };
const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

const resolver = schemaResolver<ResendInput>(
  async () => (await import('contract/accounts.ts')).resendVerificationEmail.body,
);

export function ResendVerificationForm({ resend, isPending, takeFocus }: ResendVerificationFormProps) {
  const form = useForm<ResendInput>({
    resolver,
    defaultValues: emptyForm,
  });
  const { errors } = form.formState;

  useEffect(() => {
    if (takeFocus) form.setFocus('username');
  }, [takeFocus, form]);

  const submit = form.handleSubmit(
    (input) => resend(input),
    () => {
      if (Object.values(form.getValues()).every(Boolean)) return;
      toast.error('Please fill in all required fields: email, username, and password.');
    },
  );

  return (
    <form onSubmit={submit} noValidate>
      <p>
        For accounts that are not verified yet. The link goes to the address you give here, which becomes the
        account’s own.
      </p>
      <Field label="Username" error={errors.username?.message}>
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
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <Field label="Email" hint="A new one, or the same again." error={errors.new_email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...verbatim}
            {...form.register('new_email', trimmed)}
            type="email"
            autoComplete="email"
            required
          />
        )}
      </Field>
      <Button type="submit" variant="primary" loading={isPending}>
        {isPending ? 'Sending...' : 'Resend Email'}
      </Button>
    </form>
  );
}
