import styles from './spinner.module.css';

/** A turning mark beside a text that says what is going on; it says nothing by itself. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** What stands in place of content that is on its way, tall enough that the footer does not jump. */
export function Loading({ label = 'Loading…' }: { label?: string }) {
  return (
    <output className={styles.loading}>
      <Spinner />
      {label}
    </output>
  );
}
