import { type ComponentProps, type ReactNode, useId } from 'react';
import './fields.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Marks the box as invalid. */
  error?: string | undefined;
}

export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const errorId = useId();
  return (
    <label className="flex min-h-target cursor-pointer items-start gap-3 has-disabled:cursor-default">
      <input
        {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
        {...input}
        type="checkbox"
        className="checkbox"
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block">{label}</span>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
        {error && (
          <span className="field-error sign" id={errorId}>
            {error}
          </span>
        )}
      </span>
    </label>
  );
}
