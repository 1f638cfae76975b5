export const unsavedForm = () => document.querySelector<HTMLFormElement>('form[data-unsaved]');

/** Whether a form on the page, also in a hidden tab, is marked `data-unsaved`. */
export function hasUnsavedChanges(): boolean {
  return unsavedForm() !== null;
}
