import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import layout from '#ui/layout.module.css';
import styles from './archive.module.css';

/** Shown in place of an empty archive. */
export function FirstSteps() {
  return (
    <div className={layout.stack}>
      <p>Nothing is kept yet. Three steps to your first entry:</p>
      <ol className={styles.steps}>
        <li>Calculate a loan, ask WHAT IF, or see what savings come to.</li>
        <li>Press Save under the result, and give it a name.</li>
        <li>Find it here: open it again, compare, duplicate, or share it with friends.</li>
      </ol>
      <div className={layout.row}>
        <Button variant="primary" to={paths.loanCalculator}>
          Calculate a loan
        </Button>
        <Button
          to={`${paths.loanCalculator}?amount=500000&months=360&rate=6&compounding=monthly#what-if&extra=200`}
        >
          Try WHAT IF
        </Button>
        <Button to={paths.savings}>Plan savings</Button>
      </div>
    </div>
  );
}
