import { useQuery } from '@tanstack/react-query';
import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { profileFieldNames, profileFields } from 'contract/users/profile-fields.ts';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { SelectField, TextField } from '#parts/form/form-field.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { NewPasswordFields } from './password-fields.tsx';
import type { UserDetailsInput } from './user-details.ts';

interface UserDetailsFieldsProps {
  /** Whether the browser may autofill the fields. */
  isOwn?: boolean;
  passwordNote: string;
  accountNote: ReactNode;
}

const { passwordMinLength, passwordMaxLength } = accountLimits;

/** Needs a `Form`. */
export function UserDetailsFields({ isOwn = true, passwordNote, accountNote }: UserDetailsFieldsProps) {
  const form = useFormContext<UserDetailsInput>();
  const autofill = (what: string) => (isOwn ? what : 'off');
  return (
    <>
      <Group
        legend="Password"
        note={
          <p>
            Leave it empty to change nothing. {passwordMinLength} to {passwordMaxLength} characters of any
            kind, no common password, not the username or email. {passwordNote}
          </p>
        }
      >
        <NewPasswordFields />
      </Group>
      <Group legend="Account" note={accountNote}>
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete={autofill('email')}
          required
        />
        <TextField
          form={form}
          name="username"
          label="Username"
          autoComplete={autofill('username')}
          required
        />
      </Group>
      <Group legend="Person">
        {profileFieldNames.map((name) => {
          const { label, type, autoComplete, earliest, maxLength } = profileFields[name];
          if (name === 'country_name') return <CountryField key={name} label={label} />;
          return (
            <TextField
              key={name}
              form={form}
              name={name}
              label={label}
              type={type}
              min={earliest}
              maxLength={maxLength}
              autoComplete={autofill(autoComplete)}
              // It follows from the country.
              readOnly={name === 'country_code'}
            />
          );
        })}
      </Group>
    </>
  );
}

/** The table of about 256 countries is loaded on demand. */
const countryTable = {
  queryKey: ['countries'],
  queryFn: async () => (await import('contract/users/countries.ts')).countries,
  staleTime: Infinity,
} as const;

/** Sets the country code, too. A stored name that is not in the table is also a choice. */
function CountryField({ label }: { label: string }) {
  const form = useFormContext<UserDetailsInput>();
  const { defaultValues: stored } = form.formState;
  const { data: table = [] } = useQuery(countryTable);
  const storedName = stored?.country_name ?? '';
  const names = table.map(({ name }) => name);
  // A single list preserves the selected option's element when the table loads.
  if (storedName && !names.includes(storedName)) names.unshift(storedName);

  function choose(chosen: string) {
    const storedCode = chosen === storedName ? stored?.country_code : '';
    const code = table.find(({ name }) => name === chosen)?.code ?? storedCode ?? '';
    form.setValue('country_code', code, { shouldDirty: true });
    form.clearErrors(['country_name', 'country_code']);
  }

  return (
    <SelectField
      form={form}
      name="country_name"
      label={label}
      rules={{ onChange: ({ target }) => choose(target.value) }}
      autoComplete={profileFields.country_name.autoComplete}
      options={[['', 'None'], ...optionsOf(names)]}
    />
  );
}

function Group({ legend, note, children }: { legend: string; note?: ReactNode; children: ReactNode }) {
  const noteId = useId();
  return (
    <fieldset className="flex flex-col gap-4" aria-describedby={note ? noteId : undefined}>
      <GroupLegend>{legend}</GroupLegend>
      {note && (
        <div className="text-sm text-muted" id={noteId}>
          {note}
        </div>
      )}
      <div className="fields">{children}</div>
    </fieldset>
  );
}

export function GroupLegend({ children }: { children: string }) {
  return <legend className="label pb-3">{children}</legend>;
}
