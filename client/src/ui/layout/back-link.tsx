import type { ReactNode } from 'react';
import type { To } from 'react-router-dom';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';

type BackLinkProps = { children: ReactNode; isBesideTitle?: boolean } & (
  | { to: To }
  | { onClick: () => void }
);

/** Beside a title it is an arrow on phones, which leaves the line to the title. */
export function BackLink({ children, isBesideTitle = false, ...target }: BackLinkProps) {
  return (
    <Button variant="ghost" {...target}>
      <Icon>
        <path d="M20 12H5m6-6-6 6 6 6" />
      </Icon>
      <span className={cx(isBesideTitle && 'max-md:sr-only')}>{children}</span>
    </Button>
  );
}
