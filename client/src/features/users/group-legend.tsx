import styles from './group-legend.module.css';

/** Names a group of a user's fields; stands first in its `fieldset`. */
export function GroupLegend({ children }: { children: string }) {
  return <legend className={styles.legend}>{children}</legend>;
}
