import { flushSync } from 'react-dom';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Opens the panels that contain an element. */
export function openPanels(element: Element | null | undefined): void {
  for (let panel = element?.closest('[hidden]'); panel; panel = panel.parentElement?.closest('[hidden]')) {
    const { id } = panel;
    flushSync(() => document.querySelector<HTMLElement>(`[aria-controls~="${CSS.escape(id)}"]`)?.click());
  }
  const details = element?.closest('details');
  if (details) details.open = true;
}

/** Focuses the first refused field in the order of the page, and opens the panel that contains it. */
export function focusFirstRefused<Inputs extends FieldValues>(form: UseFormReturn<Inputs>): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[name]')];
  const first = fields.find(({ name }) => form.getFieldState(name as FieldPath<Inputs>).invalid);
  openPanels(first);
  first?.focus();
}
