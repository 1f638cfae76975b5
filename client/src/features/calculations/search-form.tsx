import type { ReactNode } from 'react';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { type ListSearch, without } from '#parts/list/list-search.ts';

interface SearchFormProps {
  search: Pick<ListSearch, 'filter' | 'setFilter'>;
  /** Names the form, such as `Search the archive`. */
  label: string;
  /** Names the searched fields. */
  placeholder: string;
  /** Further fields, which apply without the button. */
  children?: ReactNode;
}

/** The field `text` of a list's filter, applied by Enter or the button. */
export function SearchForm({ search: { filter, setFilter }, label, placeholder, children }: SearchFormProps) {
  const form = useApiForm({
    values: { text: filter['text'] ?? '' },
    replacesEdits: true,
    onSubmit: ({ text }) => {
      const others = without(filter, 'text');
      setFilter(text ? { ...others, text } : others);
    },
  });
  return (
    <search>
      <Form
        form={form}
        className="flex flex-wrap items-end gap-3 *:flex-[1_1_8rem] print:hidden [&>:first-child]:flex-[2_1_12rem] [&>button]:flex-none"
        label={label}
      >
        <TextField
          form={form}
          name="text"
          label="Search"
          type="search"
          autoComplete="off"
          placeholder={placeholder}
        />
        <SubmitButton form={form} variant="secondary">
          Search
        </SubmitButton>
        {children}
      </Form>
    </search>
  );
}
