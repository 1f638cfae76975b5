import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { PageHeading } from './page-heading.tsx';

export interface PageProps {
  heading: ReactNode;
  /** The document title, if it differs from the route's. */
  title?: string | undefined;
  back?: { to: string; label: string };
  /** Content beside the heading. */
  aside?: ReactNode;
  /** The introduction below the heading. */
  lede?: ReactNode;
  children: ReactNode;
}

/** The layout of a screen: its heading, then its parts below one another. */
export function Page({ heading, title, back, aside, lede, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col items-start gap-2 wrap-anywhere">
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <PageHeading title={title}>{heading}</PageHeading>
          {aside}
        </div>
        {lede && <p className="text-muted">{lede}</p>}
      </header>
      {children}
    </div>
  );
}
