import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '#parts/brand.tsx';
import { paths } from '#parts/paths.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import styles from './access-card.module.css';

interface AccessCardProps {
  heading: ReactNode;
  links?: readonly { to: string; label: string; onClick?: () => void }[] | undefined;
  children: ReactNode;
}

export const loginLink = { to: paths.login, label: 'ACCESS SYSTEM' };
export const coreLink = { to: paths.core, label: layoutTexts.returnToCore };
const defaultLinks = [loginLink, coreLink];

/** For screens inside the layout. */
export function AccessCard({ heading, links = defaultLinks, children }: AccessCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        <PageHeading className={styles.heading}>{heading}</PageHeading>
      </div>
      <div className={styles.body}>{children}</div>
      {links.length > 0 && (
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

/** For screens outside the layout. */
export function AccessScreen(card: AccessCardProps) {
  return (
    <main className={styles.screen}>
      <Brand />
      <AccessCard {...card} />
    </main>
  );
}
