import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-target cursor-pointer items-start gap-3 has-disabled:cursor-default">
      <input {...input} type="checkbox" className="checkbox" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block">{label}</span>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
