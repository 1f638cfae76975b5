import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '#parts/brand.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import styles from './access-screen.module.css';

interface AccessCardProps {
  heading: ReactNode;
  /** Links in a row below the content. */
  links?: readonly { to: string; label: string; onClick?: () => void }[] | undefined;
  children: ReactNode;
}

/** The terminal card of the account screens that stand inside the layout. */
export function AccessCard({ heading, links, children }: AccessCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        <PageHeading className={styles.heading}>{heading}</PageHeading>
      </div>
      <div className={styles.body}>{children}</div>
      {links && links.length > 0 && (
        <ul className={styles.links}>
          {links.map(({ to, label, onClick }) => (
            <li key={to}>
              <Link className={styles.link} to={to} onClick={onClick}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same card for the screens outside the layout. */
export function AccessScreen(card: AccessCardProps) {
  return (
    <main className={styles.screen}>
      <Brand />
      <AccessCard {...card} />
    </main>
  );
}
