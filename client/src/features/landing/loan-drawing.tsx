import { Link } from 'react-router-dom';
import { type YearBar, YearBars } from '#parts/chart/year-bars.tsx';
import styles from './loan-figure.module.css';

interface LoanDrawingProps {
  bars: readonly YearBar[];
  /** Principal and interest, in the colours of the bars, then further figures. */
  figures: readonly (readonly [label: string, figure: string])[];
  caption: string;
  /** The same loan in the calculator. */
  address: string;
}

const keys = [styles.keyPrincipal, styles.keyInterest, styles.keyOutline];

/** One bar per year: repayment bright, interest dark. */
export function LoanDrawing({ bars, figures, caption, address }: LoanDrawingProps) {
  return (
    <>
      <div className={styles.chart}>
        <YearBars bars={bars} />
      </div>
      <dl className={styles.legend}>
        {figures.map(([label, figure], index) => (
          <div key={label}>
            <dt className={keys[index]}>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <figcaption className={styles.caption}>
        {caption} <Link to={address}>Open it in the calculator</Link>
      </figcaption>
    </>
  );
}
