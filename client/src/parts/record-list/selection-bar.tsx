import type { ReactNode } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import type { RecordSelection } from './use-selection.ts';

interface SelectionBarProps {
  selection: RecordSelection;
  /** The number of records that match the filter. */
  total: number;
  rowCount: number;
  /** Actions for selected rows of this page. */
  actions: ReactNode;
  isDeleting: boolean;
  onDelete: () => void;
}

export function SelectionBar({ selection, total, rowCount, ...props }: SelectionBarProps) {
  const { size, matching, isPageSelected } = selection;
  return (
    <div className="selection-bar sticky top-bar z-1 flex min-h-control flex-wrap items-center gap-x-4 gap-y-2 bg-raised px-3">
      <output className="me-auto text-sm text-strong tabular-nums">{formatNumber(size)} selected</output>
      {isPageSelected && !matching && total > rowCount && (
        <Button loading={selection.isSearching} onClick={selection.selectMatching}>
          Select all {formatNumber(total)} that match
        </Button>
      )}
      <p className="text-xs text-muted max-[1600px]:hidden">
        Shift-click selects a range. J, K next and previous, X select.
      </p>
      <Button variant="ghost" onClick={selection.clear}>
        Clear <VisuallyHidden>selection</VisuallyHidden>
      </Button>
      {!matching && props.actions}
      <Button variant="danger" loading={props.isDeleting} onClick={props.onDelete}>
        Delete selected
      </Button>
    </div>
  );
}
