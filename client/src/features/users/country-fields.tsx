import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { Select, TextInput } from '#ui/input.tsx';
import type { UserDetailsInput } from './user-details.ts';

/** The table of about 256 names comes when it is needed, and stays. */
const countryTable = {
  queryKey: ['countries'],
  queryFn: async () => (await import('contract/countries.ts')).countries,
  staleTime: Infinity,
} as const;

/** The country and the code that it sets, which nobody types. A stored name that the table lacks stays on offer. */
export function CountryFields() {
  const { register, setValue, clearErrors, formState } = useFormContext<UserDetailsInput>();
  const { errors, defaultValues: stored } = formState;
  const { data: table = [] } = useQuery(countryTable);
  const storedName = stored?.country_name ?? '';
  const names = table.map(({ name }) => name);
  // In one list with the others: so the chosen option stays the same element when the table comes.
  if (storedName && !names.includes(storedName)) names.unshift(storedName);

  function choose(chosen: string) {
    const storedCode = chosen === storedName ? stored?.country_code : '';
    const code = table.find(({ name }) => name === chosen)?.code ?? storedCode ?? '';
    setValue('country_code', code, { shouldDirty: true });
    clearErrors(['country_name', 'country_code']);
  }

  return (
    <>
      <Field label="Country" error={errors.country_name?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('country_name', { onChange: ({ target }) => choose(target.value) })}
            autoComplete="country-name"
          >
            <option value="">None</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Country Code" error={errors.country_code?.message}>
        {(control) => <TextInput {...control} {...register('country_code')} readOnly autoComplete="off" />}
      </Field>
    </>
  );
}
