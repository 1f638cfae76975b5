import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './panel.module.css';

interface PanelProps {
  /** If given, the panel is a region of this name. */
  title?: ReactNode;
  level?: 2 | 3;
  /** At the end of the title line. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Panel({ title, level = 2, aside, className, children }: PanelProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={cx(styles.panel, className)} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <div className={styles.bar}>
          <Heading className={styles.title} id={titleId}>
            {title}
          </Heading>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
