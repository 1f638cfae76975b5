import { calculationKinds } from 'contract/calculations.constants.ts';
import { type SyntheticEvent, useState } from 'react';
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
  const applied = filter['text'] ?? '';
  const [text, setText] = useState(applied);
  const [shown, setShown] = useState(applied);
  // The field follows links and the browser's history.
  if (shown !== applied) {
    setShown(applied);
    setText(applied);
  }

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
            <Choice
              {...control}
              choices={kindChoices}
              value={filter['kind']}
              onChoose={(kind) => apply('kind', kind)}
            />
          )}
        </Field>
        <Field label="Sort">
          {(control) => (
            <Choice
              {...control}
              choices={sortField.choices ?? []}
              value={filter['sort']}
              onChoose={(sort) => apply('sort', sort)}
            />
          )}
        </Field>
      </form>
    </search>
  );
}

interface ChoiceProps {
  id: string;
  choices: readonly (readonly [value: string, label: string])[];
  value: string | undefined;
  onChoose: (value: string) => void;
}

function Choice({ choices, value = '', onChoose, ...control }: ChoiceProps) {
  return (
    <Select {...control} value={value} onChange={({ target }) => onChoose(target.value)}>
      {choices.map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </Select>
  );
}
