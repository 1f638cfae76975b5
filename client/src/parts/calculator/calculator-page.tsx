import type { ReactNode } from 'react';
import { PageHeading } from '#ui/page-heading.tsx';
import styles from './calculator-page.module.css';

interface CalculatorPageProps {
  heading: string;
  lede: string;
  children: ReactNode;
}

export function CalculatorPage({ heading, lede, children }: CalculatorPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <PageHeading>{heading}</PageHeading>
        <p className={styles.lede}>{lede}</p>
      </header>
      {children}
    </div>
  );
}
