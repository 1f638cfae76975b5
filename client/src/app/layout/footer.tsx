import { Link } from 'react-router-dom';
import { ContactLink } from '#parts/contact-link.tsx';
import { disclaimer } from '#parts/disclaimer.ts';
import { paths } from '#parts/paths.ts';
import { useSite } from '#parts/site.ts';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.notice}>{disclaimer}</p>
        <nav aria-label="Footer">
          <ul className={styles.list}>
            <li>
              <Link to={paths.core}>CORE</Link>
            </li>
            <li>
              <Link to={paths.about}>INTEL</Link>
            </li>
          </ul>
        </nav>
        <ul className={styles.list} aria-label="Social channels">
          {useSite()?.social_links.map(({ label, url }) => (
            <li key={label}>
              {url === null ? (
                // Without a target yet: announced as an unavailable link, not focusable, not clickable.
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <a> without href is no link to assistive technology
                <span className={styles.pending} role="link" aria-disabled="true">
                  {label}
                </span>
              ) : (
                <a href={url} rel="noreferrer">
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
        <ContactLink className={styles.contact} />
      </div>
    </footer>
  );
}
