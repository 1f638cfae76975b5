import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
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
      <header
        className={cx(
          'flex flex-col items-start gap-2 wrap-anywhere',
          back && 'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)] max-md:[&>p]:col-span-full',
        )}
      >
        {back && (
          <BackLink to={back.to} isBesideTitle>
            {back.label}
          </BackLink>
        )}
        <div
          className={cx(
            'flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-3',
            back && 'max-md:contents',
          )}
        >
          <PageHeading title={title}>{heading}</PageHeading>
          <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-3 empty:hidden md:contents">
            {aside}
          </div>
        </div>
        {lede && <p className="text-muted">{lede}</p>}
      </header>
      {children}
    </div>
  );
}
