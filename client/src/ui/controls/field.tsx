import { type ReactNode, useId } from 'react';

/** Props that tie a control to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Marks the control as invalid. */
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  const errorId = error ? `${id}error` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <label className="text-sm leading-[1.4] font-semibold tracking-wide text-muted" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="text-xs leading-[1.5] text-dim" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      {children}
    </p>
  );
}
