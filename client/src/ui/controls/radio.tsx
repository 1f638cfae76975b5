import type { ComponentProps, ReactNode } from 'react';
import './fields.css';

interface RadioProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
}

export function Radio({ label, ...input }: RadioProps) {
  return (
    <label className="flex min-h-target cursor-pointer items-center gap-2 text-sm">
      <input {...input} type="radio" className="radio" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
