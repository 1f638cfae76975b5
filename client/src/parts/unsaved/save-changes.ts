import type { GuardedForm } from './unsaved-forms.tsx';

/** `next` does not run if the save fails or the user acts meanwhile. */
export async function saveChangesThen(form: GuardedForm, next: () => void): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  for (const act of ['pointerdown', 'keydown']) {
    document.addEventListener(act, () => waiting.abort(), { signal });
  }
  const isSaved = await form.save();
  if (isSaved && !signal.aborted) next();
  waiting.abort();
}
