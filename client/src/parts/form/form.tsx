import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { ApiForm } from './use-api-form.ts';

type FormState = Pick<
  ApiForm<FieldValues>,
  'id' | 'failure' | 'isFieldRefused' | 'inFlight' | 'submit' | 'isUnsaved'
>;

interface FormProps<Input extends FieldValues> extends Omit<
  ComponentProps<'form'>,
  'form' | 'id' | 'ref' | 'onSubmit' | 'aria-label'
> {
  form: ApiForm<Input>;
  label?: string | undefined;
  /** The alert of a failure above the actions; by default the error's message, unless a field displays it. */
  failure?: ReactNode;
  actions?: ReactNode;
  /** Whether the user must confirm leaving the page with unsaved changes. */
  guarded?: boolean;
}

/** The fields in a column, which may read the form from its context, the failure of the last submit, and the actions. */
export function Form<Input extends FieldValues>({
  form,
  label,
  failure = form.failure && !form.isFieldRefused && <FormFailure>{form.failure.message}</FormFailure>,
  actions,
  guarded = false,
  className = 'flex flex-col gap-4',
  children,
  ...attributes
}: FormProps<Input>) {
  return (
    <FormProvider {...form}>
      <form
        {...attributes}
        id={form.id}
        className={className}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {guarded && <Guard form={form} />}
        {children}
        {failure && (
          <div className="scroll-my-[10rem]" ref={reveal}>
            {failure}
          </div>
        )}
        {actions}
      </form>
    </FormProvider>
  );
}

/** In a dialog on a small screen, the failure may be below the actions, which stay in view. */
const reveal = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' });
};

function Guard({ form }: { form: FormState }) {
  const { register, removeUnmounted } = useUnsavedForms();
  useEffect(() => {
    const element = document.getElementById(form.id);
    if (element instanceof HTMLFormElement)
      register({ element, isUnsaved: form.isUnsaved, save: form.submit });
    // The cleanup does not remove the form: React runs it also when a tab is hidden, whose form may be unsaved.
    return removeUnmounted;
  });
  return null;
}

export function FormFailure({ children }: { children: string }) {
  return <Alert tone="error" role="alert" title={children} />;
}

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'form' | 'type' | 'onClick'> {
  form: Pick<FormState, 'id' | 'inFlight' | 'submit'>;
  /** Passed to `toBody`. Absent for the form's default button, which Enter activates, too. */
  intent?: string | undefined;
  variant?: 'primary' | 'secondary' | 'danger';
  busyLabel?: string;
  /** Whether something other than a submit in flight disables the button. */
  loading?: boolean;
  children: ReactNode;
}

/** A submit button, which may be outside of its form. */
export function SubmitButton({
  form,
  intent,
  variant = 'primary',
  busyLabel,
  loading = false,
  children,
  ...button
}: SubmitButtonProps) {
  const isBusy = form.inFlight !== null && form.inFlight.intent === intent;
  const activation =
    intent === undefined ? { type: 'submit' as const } : { onClick: () => void form.submit(intent) };
  return (
    <Button {...button} {...activation} form={form.id} variant={variant} loading={isBusy || loading}>
      {isBusy ? (busyLabel ?? children) : children}
    </Button>
  );
}

/** Saves the record of a whole screen. */
export const SaveButton = (props: SubmitButtonProps) => (
  <SubmitButton
    {...props}
    className="min-w-[min(12rem,100%)] self-start max-md:self-stretch"
    busyLabel="Saving..."
  />
);

interface FormDialogProps<Input extends FieldValues> {
  form: ApiForm<Input>;
  title: string;
  submitLabel: string;
  busyLabel?: string;
  /** Whether there is nothing to submit. */
  isSubmitDisabled?: boolean;
  variant?: 'primary' | 'danger';
  /** The content beside the submit button; by default a button that cancels. */
  secondaryAction?: ReactNode;
  failure?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form, which cannot be closed while the form is being sent. */
export function FormDialog<Input extends FieldValues>({
  form,
  title,
  submitLabel,
  busyLabel = submitLabel,
  isSubmitDisabled = false,
  variant = 'primary',
  onClose,
  secondaryAction,
  failure,
  children,
}: FormDialogProps<Input>) {
  return (
    <Dialog
      title={title}
      onClose={form.inFlight ? undefined : onClose}
      actions={
        <>
          {secondaryAction ?? <Button onClick={onClose}>Cancel</Button>}
          <SubmitButton form={form} variant={variant} busyLabel={busyLabel} disabled={isSubmitDisabled}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} failure={failure}>
        {children}
      </Form>
    </Dialog>
  );
}
