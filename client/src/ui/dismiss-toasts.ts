/** For a new try, whose success must not stand beside the last one's errors. */
export async function dismissToasts(): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast.dismiss();
}
