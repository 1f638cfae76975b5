import { accountLimits } from 'contract/accounts.constants.ts';
import { profileLimits } from 'contract/users.constants.ts';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field, type FieldControl } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { CountryFields } from './country-fields.tsx';
import { GroupLegend } from './group-legend.tsx';
import type { UserDetailsInput } from './user-details.ts';
import styles from './user-details-fields.module.css';

interface UserDetailsFieldsProps {
  /** Whether a browser may fill in what it knows of the person at the keyboard. */
  isOwn?: boolean;
  /** What there is to know about a new password: what it brings about. */
  passwordNote: ReactNode;
  /** Stands below Email and Username: an address that waits for confirmation, what a change brings about. */
  accountNote?: ReactNode;
}

const { passwordMinLength, passwordMaxLength } = accountLimits;
const trimmed = { setValueAs: (typed: string) => typed.trim() };
const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/**
 * The eight fields of a user's details, from New Password to Phone Number, in three groups. They belong to the
 * form of the nearest `FormProvider`, which holds at least `UserDetailsInput` and may hold more.
 */
export function UserDetailsFields({ isOwn = true, passwordNote, accountNote }: UserDetailsFieldsProps) {
  const { register, formState } = useFormContext<UserDetailsInput>();
  const { errors } = formState;
  const fill = (what: string) => (isOwn ? what : 'off');

  const field = (name: keyof UserDetailsInput, label: string, control: (of: FieldControl) => ReactNode) => (
    <Field label={label} error={errors[name]?.message}>
      {control}
    </Field>
  );

  return (
    <>
      <Group
        legend="Password"
        note={
          <p>
            Leave it empty to keep the present one. {passwordMinLength} to {passwordMaxLength} characters of
            any kind, no common password, not the username or email. {passwordNote}
          </p>
        }
      >
        {field('new_password', 'New Password', (control) => (
          <PasswordInput
            {...control}
            {...register('new_password', { deps: 'confirm_new_password' })}
            what="new password"
            autoComplete="new-password"
          />
        ))}
        {field('confirm_new_password', 'Confirm New Password', (control) => (
          <PasswordInput
            {...control}
            {...register('confirm_new_password')}
            what="confirmation"
            autoComplete="new-password"
          />
        ))}
      </Group>
      <Group legend="Account" note={accountNote}>
        {field('email', 'Email', (control) => (
          <TextInput
            {...control}
            {...verbatim}
            {...register('email', trimmed)}
            type="email"
            autoComplete={fill('email')}
            required
          />
        ))}
        {field('username', 'Username', (control) => (
          <TextInput
            {...control}
            {...verbatim}
            {...register('username', trimmed)}
            autoComplete={fill('username')}
            required
          />
        ))}
      </Group>
      <Group legend="Person">
        {field('date_of_birth', 'Date Of Birth', (control) => (
          <TextInput
            {...control}
            {...register('date_of_birth')}
            type="date"
            min={profileLimits.earliestDateOfBirth}
            autoComplete={fill('bday')}
          />
        ))}
        <CountryFields />
        {field('phone_number', 'Phone Number', (control) => (
          <TextInput
            {...control}
            {...register('phone_number', trimmed)}
            type="tel"
            maxLength={profileLimits.phoneNumberMaxLength}
            autoComplete={fill('tel-national')}
          />
        ))}
      </Group>
    </>
  );
}

interface GroupProps {
  legend: string;
  note?: ReactNode;
  children: ReactNode;
}

function Group({ legend, note, children }: GroupProps) {
  const noteId = useId();
  return (
    <fieldset className={styles.group} aria-describedby={note ? noteId : undefined}>
      <GroupLegend>{legend}</GroupLegend>
      {note && (
        <div className={styles.note} id={noteId}>
          {note}
        </div>
      )}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
