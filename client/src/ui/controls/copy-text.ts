import { toast } from '#ui/feedback/toast.ts';

/** Copies the text and confirms it with a toast. Browsers may refuse, and always do on a page without HTTPS. */
export async function copyText(text: string, messages: { copied: string; refused: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(messages.copied);
  } catch {
    toast.error(messages.refused);
  }
}
