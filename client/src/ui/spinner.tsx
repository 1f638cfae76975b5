import styles from './spinner.module.css';

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** Tall enough that the footer does not jump. */
export function Loading({ label = 'Loading…' }: { label?: string }) {
  return (
    <output className={styles.loading}>
      <Spinner />
      {label}
    </output>
  );
}
