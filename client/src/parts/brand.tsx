import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import styles from './brand.module.css';

export function Brand() {
  return (
    <Link className={styles.brand} to={paths.core}>
      <span className={styles.redacted}>DE</span>CLASSIFIED
    </Link>
  );
}
