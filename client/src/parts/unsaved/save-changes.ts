import type { GuardedForm } from './unsaved-forms.tsx';

/**
 * Saves the form, then calls `next`, unless the save fails or the user presses a key or the pointer during the save.
 */
export async function saveChangesThen(form: GuardedForm, next: () => void): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  for (const eventType of ['pointerdown', 'keydown']) {
    document.addEventListener(eventType, () => controller.abort(), { signal });
  }
  const isSaved = await form.save();
  if (isSaved && !signal.aborted) next();
  controller.abort();
}
