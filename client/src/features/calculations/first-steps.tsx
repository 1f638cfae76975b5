import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';

/** Shown in place of an empty archive. */
export function FirstSteps() {
  return (
    <div className="flex flex-col gap-4">
      <p>Nothing is kept yet. Three steps to your first entry:</p>
      <ol className="max-w-measure pl-[1.75em] [list-style:revert]">
        <li className="marker:text-accent">Calculate a loan, ask WHAT IF, or see what savings come to.</li>
        <li className="marker:text-accent">Press Save under the result, and give it a name.</li>
        <li className="marker:text-accent">
          Find it here: open it again, compare, duplicate, or share it with friends.
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
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
