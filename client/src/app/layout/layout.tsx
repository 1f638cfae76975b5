import { layoutTexts } from 'contract/texts.ts';
import { lazy, Suspense } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { NavBar } from '#app/navigation/nav-bar.tsx';
import { barLinks } from '#app/navigation/navigation.ts';
import { Agent, SessionNotices } from '#app/session/signed-in.tsx';
import { Brand } from '#parts/site/brand.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { ContactLink } from '#parts/site/contact-link.tsx';
import { disclaimer } from '#parts/site/disclaimer.ts';
import { useSite } from '#parts/site/site.ts';
import { useSession } from '#session/session.ts';
import { cx } from '#ui/cx.ts';
import { Button } from '#ui/controls/button.tsx';
import { focusRegion } from '#ui/keep-focus.ts';

const mainId = 'main';
const Banner = lazy(async () => ({ default: (await import('./banner.tsx')).Banner }));

export function Layout() {
  const session = useSession();
  const site = useSite();
  const banner = site?.banner;
  return (
    <div className="flex min-h-svh flex-col">
      <a
        className="absolute top-2 left-2 z-skip bg-accent px-4 py-2 text-on-accent not-focus:-translate-y-[200%] print:hidden"
        href={`#${mainId}`}
      >
        Skip to content
      </a>
      <header
        className={cx(
          'mx-auto flex min-h-header w-full max-w-page flex-wrap items-center justify-between gap-x-3 gap-y-1 px-gutter py-2 print:hidden',
          session !== null && 'max-md:min-h-bar max-md:py-0',
        )}
      >
        <div
          className={cx(
            'flex flex-wrap items-center gap-x-4',
            session !== null && 'max-md:flex-col max-md:items-start max-md:text-sm max-md:leading-[1.2]',
          )}
        >
          <Brand />
          {site?.is_demo && <strong className="text-warn">DEMO</strong>}
        </div>
        {session ? (
          <Suspense>
            <Agent session={session} />
          </Suspense>
        ) : (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1 in-data-session:invisible max-sm:gap-x-4 max-[361px]:gap-x-2 max-[361px]:[&>a]:tracking-normal">
            <Button variant="ghost" to={paths.login}>
              {layoutTexts.accessGuest}
            </Button>
            <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
          </div>
        )}
      </header>
      <NavBar links={barLinks} />
      <Suspense>{banner && <Banner banner={banner} />}</Suspense>
      <Suspense>{session && <SessionNotices session={session} />}</Suspense>
      <main
        className={cx(
          'mx-auto w-full max-w-page flex-1 px-gutter pt-7 pb-8 print:max-w-none print:p-0',
          session === null ? 'max-md:pt-4' : 'max-md:pt-2',
        )}
        id={mainId}
        {...focusRegion}
      >
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}

function Footer() {
  return (
    <footer className="border-t border-rule bg-surface text-sm print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-gutter py-6 max-md:flex-col max-md:items-start max-md:*:max-w-full max-md:*:wrap-anywhere">
        <p className="max-w-none flex-[1_0_100%] text-xs text-muted">{disclaimer}</p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5 gap-y-1 [&_a]:inline-block [&_a]:py-1 [&_a]:tracking-wide [&_a]:text-muted [&_a:hover]:text-accent">
            <li>
              <Link to={paths.core}>CORE</Link>
            </li>
            <li>
              <Link to={paths.about}>INTEL</Link>
            </li>
          </ul>
        </nav>
        <ul className="flex flex-wrap gap-x-5 gap-y-1" aria-label="Social channels">
          {useSite()?.social_links.map(({ label, url }) => (
            <li key={label}>
              {url === null ? (
                // A channel without a URL is announced as an unavailable link, and cannot be focused or clicked.
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <a> without href is no link to assistive technology
                <span className="cursor-default text-dim" role="link" aria-disabled="true">
                  {label}
                </span>
              ) : (
                <a
                  className="inline-block py-1 tracking-wide text-muted hover:text-accent"
                  href={url}
                  rel="noreferrer"
                >
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
        <ContactLink className="ml-auto inline-block py-1 text-muted hover:text-accent max-md:ml-0" />
      </div>
    </footer>
  );
}
