import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './alert.module.css';

type Tone = 'error' | 'warn' | 'info' | 'ok';

interface AlertProps {
  tone: Tone;
  title: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

const signs: Record<Tone, string> = { error: '!', warn: '!', info: 'i', ok: '+' };

export function Alert({ tone, title, role, children }: AlertProps) {
  return (
    <div className={cx(styles.alert, styles[tone])} role={role}>
      <span className={styles.sign} aria-hidden="true">
        {signs[tone]}
      </span>
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
