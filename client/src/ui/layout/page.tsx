import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { PageHeading } from './page-heading.tsx';

export interface PageProps {
  heading: ReactNode;
  /** The document title, if it differs from the route's. */
  title?: string | undefined;
  back?: { to: string; label: string };
  /** The introduction below the heading. */
  lede?: ReactNode;
  children: ReactNode;
}

/** The layout of a screen: its heading, then its parts below one another. */
export function Page({ heading, title, back, lede, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col items-start gap-2 wrap-anywhere">
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <PageHeading title={title}>{heading}</PageHeading>
        {lede && <p className="text-muted">{lede}</p>}
      </header>
      {children}
    </div>
  );
}
