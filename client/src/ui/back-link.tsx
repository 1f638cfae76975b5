import type { ComponentProps, ReactNode } from 'react';
import type { Link } from 'react-router-dom';
import styles from './back-link.module.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface BackLinkProps extends Pick<ComponentProps<typeof Link>, 'to'> {
  children: ReactNode;
}

/** Above a page's heading: to where its visitors come from. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Button variant="ghost" className={styles.back} to={to}>
      <Icon>
        <path d="M20 12H5m6-6-6 6 6 6" />
      </Icon>
      {children}
    </Button>
  );
}
