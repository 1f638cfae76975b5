import { type ReactNode, useId } from 'react';
import { cx } from '#ui/cx.ts';

/** Props that associate a control with its label, hint and error. */
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
  /** In a wide `@container` the control is beside its label instead of below it. */
  isRow?: boolean;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, isRow = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  const errorId = error ? `${id}error` : undefined;
  return (
    <div className={cx('flex min-w-0 flex-col gap-2', isRow && rowClasses)}>
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

const rowClasses =
  '@min-[56rem]:grid @min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] @min-[56rem]:grid-rows-[auto_1fr] @min-[56rem]:gap-x-6 @min-[56rem]:gap-y-1 @min-[56rem]:[&>.field-error]:col-2 @min-[56rem]:[&>:not(label,p)]:col-2 @min-[56rem]:[&>:not(label,p)]:row-[1/span_2] @min-[56rem]:[&>:not(label,p)]:self-start';

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      {children}
    </p>
  );
}
