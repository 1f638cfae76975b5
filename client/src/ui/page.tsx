import type { ReactNode } from 'react';
import typography from './typography.module.css';
import layout from './layout.module.css';
import { BackLink } from './back-link.tsx';
import { PageHeading } from './page-heading.tsx';

export interface PageProps {
  heading: string;
  /** The document title, if it differs from the route's. */
  title?: string | undefined;
  back?: { to: string; label: string };
  /** Below the heading. */
  lede?: ReactNode;
  children: ReactNode;
}

/** A screen: its heading, then its parts below one another. */
export function Page({ heading, title, back, lede, children }: PageProps) {
  return (
    <div className={layout.parts}>
      <header className="flex flex-col items-start gap-2 wrap-anywhere">
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <PageHeading title={title}>{heading}</PageHeading>
        {lede && <p className={typography.muted}>{lede}</p>}
      </header>
      {children}
    </div>
  );
}
