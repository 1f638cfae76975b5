import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';

/** Displayed in place of an empty archive. */
export function FirstSteps() {
  return (
    <div className="flex flex-col gap-4">
      <p>Your saved calculations will appear here. To save your first one:</p>
      <ol className="max-w-measure pl-[1.75em] [list-style:revert]">
        <li className="marker:text-strong">
          Calculate a loan, compare scenarios with WHAT IF, or plan savings.
        </li>
        <li className="marker:text-strong">Select Save below the result and enter a name.</li>
        <li className="marker:text-strong">
          Return here to open, compare, duplicate or share it with friends.
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button to={paths.loanCalculator}>Calculate a loan</Button>
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
