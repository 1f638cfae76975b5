import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './disclosure.module.css';

interface DisclosureProps {
  title: ReactNode;
  /** At the end of the title line. */
  aside?: ReactNode;
  openAtFirst?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** APG disclosure pattern. */
export function Disclosure({ title, aside, openAtFirst = true, className, children }: DisclosureProps) {
  const [open, setOpen] = useState(openAtFirst);
  const bodyId = useId();
  const titleId = useId();
  return (
    <section className={cx(styles.panel, className)} aria-labelledby={titleId}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>
          <button
            type="button"
            className={styles.button}
            id={titleId}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
          >
            <Icon className={styles.sign}>
              <path d="m9 5 7 7-7 7" />
            </Icon>
            <span>{title}</span>
          </button>
        </h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={styles.body} id={bodyId} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
