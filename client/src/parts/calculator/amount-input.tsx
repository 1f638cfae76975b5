import { type ComponentProps, useEffect, useRef } from 'react';
import { groupedAmount } from 'contract/typed-numbers.ts';
import { NumberInput } from '#ui/controls/input.tsx';

/** Groups the thousands, but not while the user types. */
export function AmountInput({ ref, ...input }: ComponentProps<typeof NumberInput>) {
  const field = useRef<HTMLInputElement>(null);

  function groupThousands() {
    if (field.current) field.current.value = groupedAmount(field.current.value);
  }

  // Runs after every render, because a form may set ungrouped amounts, such as those of a link.
  useEffect(() => {
    if (field.current !== document.activeElement) groupThousands();
  });

  return (
    <NumberInput
      {...input}
      // The caller may control the value.
      {...(input.value === undefined && { defaultValue: groupedAmount(String(input.defaultValue ?? '')) })}
      ref={(element) => {
        field.current = element;
        if (typeof ref === 'function') ref(element);
      }}
      onBlur={(event) => {
        groupThousands();
        input.onBlur?.(event);
      }}
    />
  );
}
