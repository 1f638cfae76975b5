import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';
import { kindNames } from './figures-of.ts';

const kindChoices = [
  ['', 'All'],
  ...calculationKinds.map((kind) => [kind, kindNames[kind]] as const),
] as const;

export const filterFields = [{ name: 'text' }, { name: 'kind' }, { name: 'sort' }] as const;

/** Choices are applied at once, text by Enter or the button. */
export function ArchiveFilter({ filter, setFilter }: Pick<ListSearch, 'filter' | 'setFilter'>) {
  const form = useApiForm({
    values: { text: filter['text'] ?? '' },
    replacesEdits: true,
    onSubmit: ({ text }) => apply('text', text),
  });

  function apply(name: string, value: string) {
    const others = without(filter, name);
    setFilter(value ? { ...others, [name]: value } : others);
  }

  return (
    <search>
      <Form
        form={form}
        className="flex flex-wrap items-end gap-3 *:flex-[1_1_8rem] print:hidden [&>:first-child]:flex-[2_1_12rem] [&>button]:flex-none"
        label="Search the archive"
      >
        <TextField
          form={form}
          name="text"
          label="Search"
          type="search"
          autoComplete="off"
          placeholder="Name or notes"
        />
        <SubmitButton form={form} variant="secondary">
          Search
        </SubmitButton>
        <Field label="Kind">
          {(control) => (
            <Select
              {...control}
              value={filter['kind'] ?? ''}
              onChange={({ target }) => apply('kind', target.value)}
              options={kindChoices}
            />
          )}
        </Field>
        <Field label="Sort">
          {(control) => (
            <Select
              {...control}
              value={filter['sort'] ?? ''}
              onChange={({ target }) => apply('sort', target.value)}
              options={sortField.choices}
            />
          )}
        </Field>
      </Form>
    </search>
  );
}
