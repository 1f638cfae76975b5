import { useForm } from 'react-hook-form';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import type { LoginInput } from './use-login.ts';

interface LoginFormProps {
  login: (input: LoginInput) => void;
  isPending: boolean;
  /** Signed in, and about to go on. */
  isGranted: boolean;
  /** Whoever types has seen what went wrong. */
  clearFailure: () => void;
}

const resolver = schemaResolver<LoginInput>(async () => (await import('contract/accounts.ts')).login.body);

export function LoginForm({ login, isPending, isGranted, clearFailure }: LoginFormProps) {
  const form = useForm<LoginInput>({
    resolver,
    defaultValues: { username_or_email: '', password: '' },
    // Typing clears an error, and only the next try brings one back.
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;

  const field = (name: keyof LoginInput, isVerbatim: boolean) =>
    form.register(name, {
      ...(!isVerbatim && { setValueAs: (typed: string) => typed.trim() }),
      onChange: () => {
        form.clearErrors(name);
        clearFailure();
      },
    });

  return (
    <form onSubmit={form.handleSubmit(login)} noValidate>
      <Field label="IDENTIFIER" hint="Your username or email." error={errors.username_or_email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...field('username_or_email', false)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label="CREDENTIALS" hint="Your password." error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...field('password', true)}
            what="credentials"
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <Button type="submit" variant="primary" loading={isPending || isGranted}>
        {isGranted ? 'ACCESS GRANTED' : isPending ? 'TRANSMITTING...' : 'AUTHENTICATE'}
      </Button>
    </form>
  );
}
