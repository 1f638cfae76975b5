import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import layout from '#ui/layout.module.css';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  cancelLabel?: string;
  variant?: 'primary' | 'danger';
  isPending: boolean;
  error: Error | null;
  /** Whether a field says the error. */
  isFieldRefused?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Stays open while it is sent. After each refusal the first refused field takes the focus, so that its reason is read. */
export function FormDialog({
  title,
  submitLabel,
  cancelLabel = 'Cancel',
  variant = 'primary',
  isPending,
  error,
  isFieldRefused = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isPending) onSubmit();
  }

  return (
    <Dialog
      title={title}
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" form={formId} variant={variant} loading={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form ref={form} className={layout.stack} id={formId} onSubmit={submit} noValidate>
        {children}
        <LiveRegion role="alert">
          {error && !isFieldRefused && <Alert tone="error" title={error.message} />}
        </LiveRegion>
      </form>
    </Dialog>
  );
}
