import type { Sort } from 'contract/lists.ts';
import type { ChangeEvent, SyntheticEvent } from 'react';
import { useTyped } from '#parts/form/use-typed.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select, TextInput } from '#ui/input.tsx';
import typography from '#ui/typography.module.css';
import styles from './filter-form.module.css';
import type { Filter } from './list-search.ts';

interface FieldName {
  /** In the API and in the URL. */
  name: string;
  label: string;
}

interface ChoiceField extends FieldName {
  kind: 'choice';
  /** Value and label; an empty value means no filter. */
  choices: readonly (readonly [string, string])[];
}

export type FilterField = ChoiceField | (FieldName & { kind: 'text' | 'date'; choices?: never });

/** A choice of one value or, at first, of all. */
export const choiceField = (name: string, label: string, choices: ChoiceField['choices']): ChoiceField => ({
  name,
  label,
  kind: 'choice',
  choices: [['', 'ALL'], ...choices],
});

const sortLabels: Record<Sort, string> = { latest: 'Latest', oldest: 'Oldest', 'a-z': 'A-Z', 'z-a': 'Z-A' };

/** The default sort is the empty value. */
export const sortField: ChoiceField = {
  name: 'sort',
  label: 'Sort',
  kind: 'choice',
  choices: Object.entries(sortLabels).map(([sort, label]) => [sort === 'latest' ? '' : sort, label]),
};

interface FilterFormProps {
  fields: readonly FilterField[];
  filter: Filter;
  onApply: (filter: Filter) => void;
}

export function FilterForm({ fields, filter, onApply }: FilterFormProps) {
  const [typed, setTyped] = useTyped(filter);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const given = fields.flatMap(({ name }) => {
      const text = typed[name]?.trim();
      return text ? [[name, text]] : [];
    });
    onApply(Object.fromEntries(given) as Filter);
  }

  function clear() {
    setTyped({});
    onApply({});
  }

  const hasDates = fields.some(({ kind }) => kind === 'date');
  const valueOf = (name: string) => ({
    name,
    value: typed[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Filter">
      {fields.map((field) => (
        <Field key={field.name} label={field.label}>
          {(control) =>
            field.kind === 'choice' ? (
              <Select {...control} {...valueOf(field.name)} options={field.choices} />
            ) : (
              <TextInput
                {...control}
                {...valueOf(field.name)}
                type={field.kind}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )
          }
        </Field>
      ))}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Apply
        </Button>
        <Button onClick={clear}>Clear</Button>
        {hasDates && <p className={typography.faint}>Dates are whole days in UTC.</p>}
      </div>
    </form>
  );
}
