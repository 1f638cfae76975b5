import { Button } from '#ui/controls/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

interface CompareBarProps {
  chosen: number;
  /** Undefined while they are compared. */
  compare: (() => void) | undefined;
  clear: () => void;
}

/** In the place of the search once calculations can be compared. */
export const CompareBar = ({ chosen, compare, clear }: CompareBarProps) => (
  <div className="flex min-w-0 flex-[1_1_14rem] flex-wrap items-center gap-x-4 gap-y-2">
    <output className="text-sm text-strong">{chosen} ticked</output>
    {compare && (
      <Button variant="primary" onClick={compare}>
        Compare
      </Button>
    )}
    <Button variant="ghost" onClick={clear}>
      Clear <VisuallyHidden>ticks</VisuallyHidden>
    </Button>
  </div>
);
