import styles from './loan-figure.module.css';

const years = 30;
const monthlyRate = 0.06 / 12;
const barWidth = 8;
const step = 10;
const height = 150;

/** The share of a year's payments that repays the loan; the rest is interest. For pixels, not for money. */
function principalShare(year: number): number {
  const balanceAfter = (months: number) => (1 + monthlyRate) ** (12 * years) - (1 + monthlyRate) ** months;
  const monthlyPayment = monthlyRate * (1 + monthlyRate) ** (12 * years);
  return (balanceAfter(12 * (year - 1)) - balanceAfter(12 * year)) / (12 * monthlyPayment);
}

const bars = Array.from({ length: years }, (_, index) => ({
  year: index + 1,
  share: principalShare(index + 1),
}));

/** Where thirty years of payments go: each bar a year, the bright part repayment, the dark part interest. */
export function LoanFigure() {
  return (
    <figure className={styles.figure}>
      <div className={styles.bar} aria-hidden="true">
        <span>loan --amount 500000 --years 30 --rate 6</span>
      </div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${years * step - (step - barWidth)} ${height}`}
        aria-hidden="true"
      >
        {bars.map(({ year, share }) => (
          <g key={year}>
            <rect className={styles.interest} x={(year - 1) * step} width={barWidth} height={height} />
            <rect
              className={styles.principal}
              x={(year - 1) * step}
              y={height * (1 - share)}
              width={barWidth}
              height={height * share}
            />
          </g>
        ))}
      </svg>
      <dl className={styles.legend}>
        <div>
          <dt className={styles.keyPrincipal}>Repaid</dt>
          <dd>$500,000.00</dd>
        </div>
        <div>
          <dt className={styles.keyInterest}>Interest</dt>
          <dd>$579,192.69</dd>
        </div>
      </dl>
      <figcaption className={styles.caption}>
        Where the payments on $500,000 at 6% go, year 1 to year 30. In the first year a sixth repays the loan;
        in the nineteenth, half.
      </figcaption>
    </figure>
  );
}
