import { toast } from '#ui/feedback/toast.ts';

/** Refused by some browsers, and where the page did not come over HTTPS. */
export async function copyText(text: string, said: { copied: string; refused: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said.copied);
  } catch {
    toast.error(said.refused);
  }
}
