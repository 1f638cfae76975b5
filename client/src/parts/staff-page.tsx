import type { ReactNode } from 'react';
import { BackLink } from '#ui/back-link.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { paths } from './paths.ts';
import styles from './staff-page.module.css';

interface StaffPageProps {
  heading: string;
  /** The document title, if it differs from the route's. */
  title?: string;
  /** By default the dashboard. */
  back?: { to: string; label: string };
  lede?: ReactNode;
  children: ReactNode;
}

const toDashboard = { to: paths.adminDashboard, label: 'Back' };

/** A screen of the staff area, with its way back. */
export function StaffPage({ heading, title, back = toDashboard, lede, children }: StaffPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <BackLink to={back.to}>{back.label}</BackLink>
        <PageHeading {...(title !== undefined && { title })}>{heading}</PageHeading>
        {lede && <p className={styles.lede}>{lede}</p>}
      </header>
      {children}
    </div>
  );
}
