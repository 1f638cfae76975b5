/** Whether a form on the page, also in a hidden tab, is marked `data-unsaved`. */
export function hasUnsavedChanges(): boolean {
  return document.querySelector('form[data-unsaved]') !== null;
}
