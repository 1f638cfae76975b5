import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

interface CompareBarProps {
  chosen: number;
  /** Undefined while they are compared. */
  compare: (() => void) | undefined;
  clear: () => void;
}

/** What is ticked; in the place of the search once it can be compared. A phone has it at the end of the screen. */
export function CompareBar({ chosen, compare, clear }: CompareBarProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 has-[>output:empty]:absolute',
        chosen > 1 && 'flex-[1_1_14rem]',
        chosen > 0 &&
          'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-bar max-md:border-t max-md:border-rule max-md:bg-raised max-md:px-gutter max-md:py-2',
      )}
    >
      {/* Rendered before its text, which is announced. */}
      <output className="text-sm text-strong empty:absolute">{chosen > 0 && `${chosen} ticked`}</output>
      {chosen > 1 && compare && (
        <Button variant="primary" onClick={compare}>
          Compare
        </Button>
      )}
      {chosen > 1 && (
        <Button variant="ghost" onClick={clear}>
          Clear <VisuallyHidden>ticks</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}
