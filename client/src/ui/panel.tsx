import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './panel.module.css';

interface PanelProps {
  title: ReactNode;
  /** For links to it. */
  id?: string;
  /** At the end of the title line. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Panel({ title, id, aside, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section id={id} className={cx(styles.panel, className)} aria-labelledby={titleId}>
      <div className={styles.bar}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
