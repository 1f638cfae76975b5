import type { ReactNode } from 'react';
import type { To } from 'react-router-dom';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/icon.tsx';

type BackLinkProps = { children: ReactNode } & ({ to: To } | { onClick: () => void });

/** On phones an arrow, which leaves the line to the title. */
export function BackLink({ children, ...target }: BackLinkProps) {
  return (
    <Button variant="ghost" {...target}>
      <Icon>
        <path d="M20 12H5m6-6-6 6 6 6" />
      </Icon>
      <span className="max-md:sr-only">{children}</span>
    </Button>
  );
}
