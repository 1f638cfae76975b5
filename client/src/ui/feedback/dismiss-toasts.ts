/** Called before a retry, whose success must not stand beside old errors. */
export async function dismissToasts(): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast.dismiss();
}
