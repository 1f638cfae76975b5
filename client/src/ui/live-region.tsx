import type { ReactNode } from 'react';
import styles from './live-region.module.css';

interface LiveRegionProps {
  /** `alert` interrupts, `status` waits. */
  role?: 'status' | 'alert';
  children: ReactNode;
}

/**
 * Announces what appears in it, which works only where it was there before: render it empty, and always.
 * For a plain text `<output>` does; it may hold no paragraphs, boxes or headings, and this may.
 */
export function LiveRegion({ role = 'status', children }: LiveRegionProps) {
  return (
    <div role={role} className={styles.region}>
      {children}
    </div>
  );
}
