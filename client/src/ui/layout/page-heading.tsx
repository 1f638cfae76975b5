import { site } from 'contract/texts.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { cx } from '#ui/cx.ts';

interface PageHeadingProps {
  /** By default the title in the route's `handle`. */
  title?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Null until the first navigation, because the browser itself announces the first page. */
let lastPath: string | null = null;

/** Sets the document title and takes the focus after a navigation, so that a screen reader announces the page. */
export function PageHeading({ title: ownTitle, className, children }: PageHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const routeTitle = titleOf(useMatches().at(-1)?.handle);
  const title = ownTitle ?? routeTitle;

  useEffect(() => {
    document.title = title ? `${title} · ${site.name}` : site.name;
  }, [title]);

  useEffect(() => {
    if (lastPath !== null && lastPath !== pathname) ref.current?.focus({ preventScroll: true });
    lastPath = pathname;
  }, [pathname]);

  return (
    <h1 ref={ref} tabIndex={-1} className={cx('page-heading', className)}>
      {children}
    </h1>
  );
}

export function titleOf(handle: unknown): string | undefined {
  const isTitled = typeof handle === 'object' && handle !== null && 'title' in handle;
  return isTitled && typeof handle.title === 'string' ? handle.title : undefined;
}
