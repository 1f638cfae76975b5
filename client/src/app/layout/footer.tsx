import { site } from 'contract/texts.ts';
import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import styles from './footer.module.css';

const channels = ['GitHub', 'LinkedIn', 'Mastodon'];

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.notice}>
          Information only. {site.name} is not a financial advisor, and nothing here is an offer of credit.
        </p>
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
        {/* Links without a target yet: announced as unavailable links, not focusable, not clickable. */}
        <ul className={styles.list} aria-label="Social channels">
          {channels.map((channel) => (
            <li key={channel}>
              {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <a> without href is no link to assistive technology */}
              <span className={styles.pending} role="link" aria-disabled="true">
                {channel}
              </span>
            </li>
          ))}
        </ul>
        <a className={styles.contact} href={`mailto:${site.contactEmail}`}>
          {site.contactEmail}
        </a>
      </div>
    </footer>
  );
}
