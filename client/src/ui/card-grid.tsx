import type { ComponentProps } from 'react';
import styles from './card-grid.module.css';

/** A list of cards, as many in a row as there is room for. */
export function CardGrid(props: ComponentProps<'ul'>) {
  return <ul className={styles.cards} {...props} />;
}
