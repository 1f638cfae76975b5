import { type RefObject, useEffect } from 'react';

/** After each refusal moves the focus to the first refused field, whose reason is then read out. */
export function useFocusRefused(form: RefObject<HTMLFormElement | null>, refusal: Error | null): void {
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusal]);
}
