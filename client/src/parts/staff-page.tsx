import type { ReactNode } from 'react';
import { BackLink } from '#ui/back-link.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { paths } from './paths.ts';
import styles from './staff-page.module.css';

interface StaffPageProps {
  heading: string;
  /** In the browser's title, where it is not the route's own. */
  title?: string;
  lede: ReactNode;
  children: ReactNode;
}

/** A screen of the staff area, with its way back to the dashboard. */
export function StaffPage({ heading, title, lede, children }: StaffPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <BackLink to={paths.adminDashboard}>Back</BackLink>
        <PageHeading {...(title !== undefined && { title })}>{heading}</PageHeading>
        <p className={styles.lede}>{lede}</p>
      </header>
      {children}
    </div>
  );
}
