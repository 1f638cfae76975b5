import { type ComponentProps, useEffect, useRef } from 'react';
import { groupedAmount } from '#parts/typed-numbers.ts';
import { NumberInput } from '#ui/input.tsx';

/** Shows its amount with the thousands grouped, but never under the typing hand. */
export function AmountInput({ ref, ...input }: ComponentProps<typeof NumberInput>) {
  const field = useRef<HTMLInputElement>(null);

  function group() {
    if (field.current) field.current.value = groupedAmount(field.current.value);
  }

  // After each render: a form writes plain amounts, such as a link's, into its fields.
  useEffect(() => {
    if (field.current !== document.activeElement) group();
  });

  return (
    <NumberInput
      {...input}
      ref={(element) => {
        field.current = element;
        if (typeof ref === 'function') return ref(element);
        return undefined;
      }}
      onBlur={(event) => {
        group();
        input.onBlur?.(event);
      }}
    />
  );
}
