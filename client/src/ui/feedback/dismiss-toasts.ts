/** Closes all toasts before a retry, so that old errors do not remain beside the success message. */
export async function dismissToasts(): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast.dismiss();
}
