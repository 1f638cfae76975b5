import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './panel.module.css';

interface PanelProps {
  /** The heading in the frame's upper edge; the panel is then a region of that name. */
  title?: ReactNode;
  /** The heading's level in the page's outline. */
  level?: 2 | 3;
  /** Stands at the far end of the title line: a state, a count, a button. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A terminal frame: a thin border, a title line, room to breathe. */
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
