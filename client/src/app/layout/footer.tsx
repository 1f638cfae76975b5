import { Link } from 'react-router-dom';
import { ContactLink } from '#parts/site/contact-link.tsx';
import { disclaimer } from '#parts/site/disclaimer.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useSite } from '#parts/site/site.ts';

export function Footer() {
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
