import styles from './spinner.module.css';

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** Tall enough to keep the footer from jumping. */
export function Loading() {
  return (
    <output className={styles.loading}>
      <Spinner />
      Loading…
    </output>
  );
}
