import { type ComponentProps, useRef, useState } from 'react';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';

interface AnswerSelectProps extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange'> {
  value: string;
  answer: (value: string) => void;
}

/** A list whose arrow keys only choose: Enter, or leaving the list, answers. With the pointer, the choice is the answer. */
export function AnswerSelect({ value, answer, ...select }: AnswerSelectProps) {
  const [chosen, setChosen] = useState<string>();
  const isByKey = useRef(false);
  function take() {
    if (chosen === undefined) return;
    setChosen(undefined);
    if (chosen !== value) answer(chosen);
  }
  return (
    <Select
      {...select}
      value={chosen ?? value}
      onPointerDown={() => {
        isByKey.current = false;
      }}
      onKeyDown={(event) => {
        isByKey.current = event.key !== 'Enter';
        if (event.key !== 'Enter' || chosen === undefined) return;
        event.preventDefault();
        take();
      }}
      onChange={({ target }) => {
        if (isByKey.current) setChosen(target.value);
        else answer(target.value);
      }}
      onBlur={take}
    />
  );
}

export const LabelledAnswer = ({ label, ...select }: AnswerSelectProps & { label: string }) => (
  <Field label={label}>{(control) => <AnswerSelect {...control} {...select} />}</Field>
);
