import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name and the tooltip. */
  label: string;
  /** SVG shapes on a 24-pixel grid. */
  children: ReactNode;
}

export function IconButton({ label, children, ...button }: IconButtonProps) {
  return (
    <button type="button" {...button} className="icon-button" aria-label={label} title={label}>
      <Icon>{children}</Icon>
    </button>
  );
}
