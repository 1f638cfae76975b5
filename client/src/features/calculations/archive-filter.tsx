import { calculationKinds } from 'contract/calculations.constants.ts';
import type { SyntheticEvent } from 'react';
import { useTyped } from '#parts/form/use-typed.ts';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select, TextInput } from '#ui/input.tsx';
import styles from './archive.module.css';
import { kindNames } from './figures-of.ts';

const kindChoices = [
  ['', 'All'],
  ...calculationKinds.map((kind) => [kind, kindNames[kind]] as const),
] as const;

export const filterFields = [{ name: 'text' }, { name: 'kind' }, { name: 'sort' }] as const;

/** Choices are applied at once, text by Enter or the button. */
export function ArchiveFilter({ filter, setFilter }: Pick<ListSearch, 'filter' | 'setFilter'>) {
  const [text, setText] = useTyped(filter['text'] ?? '');

  function apply(name: string, value: string) {
    const others = without(filter, name);
    setFilter(value ? { ...others, [name]: value } : others);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    apply('text', text.trim());
  }

  return (
    <search>
      <form className={styles.filter} aria-label="Search the archive" onSubmit={submit}>
        <Field label="Search">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              value={text}
              onChange={({ target }) => setText(target.value)}
              autoComplete="off"
              placeholder="Name or notes"
            />
          )}
        </Field>
        <Button type="submit">Search</Button>
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
      </form>
    </search>
  );
}
