import { type ComponentProps, useLayoutEffect, useRef } from 'react';

/**
 * Marks an empty field. WebKit displays today in it as if it were the value, and has no selector for one, so the style hides
 * the text until the field has the focus.
 */
export function DateInput({ ref, onInput, ...input }: ComponentProps<'input'>) {
  const own = useRef<HTMLInputElement>(null);
  const markEmpty = () => {
    const { current } = own;
    current?.toggleAttribute('data-empty', current.value === '' && !current.validity.badInput);
  };
  // After each render, because a form may have changed the value.
  useLayoutEffect(markEmpty);
  return (
    <input
      {...input}
      ref={(element) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      onInput={(event) => {
        markEmpty();
        onInput?.(event);
      }}
    />
  );
}
