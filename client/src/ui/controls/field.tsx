import { type ReactNode, useId } from 'react';
import { cx } from '#ui/cx.ts';
import './fields.css';

/** Props that associate a control with its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A link at the end of the label's line. */
  aside?: ReactNode;
  /** Marks the control as invalid. */
  error?: string | undefined;
  /** In a wide `@container` the control is beside its label instead of below it. */
  isRow?: boolean;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, aside, error, isRow = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  const errorId = error ? `${id}error` : undefined;
  return (
    <div className={cx('field', isRow && 'field-row')}>
      {aside ? (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <label className="label" htmlFor={id}>
            {label}
          </label>
          {aside}
        </div>
      ) : (
        <label className="label" htmlFor={id}>
          {label}
        </label>
      )}
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {(error || hint) && (
        <div>
          {error && <FieldError id={errorId}>{error}</FieldError>}
          {hint && (
            <p className="field-hint" id={hintId}>
              {hint}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="field-error sign" id={id}>
      {children}
    </p>
  );
}
