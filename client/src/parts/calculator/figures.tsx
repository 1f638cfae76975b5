import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

/** The remark is displayed below the figure. */
export type FigureEntry = readonly [label: string, figure: ReactNode, remark?: string | undefined];

interface FiguresProps {
  /** The main result, in large type. */
  lead?: FigureEntry;
  figures?: readonly FigureEntry[];
  /** Whether all stand beside each other, or two where a screen is narrow. */
  isRow?: boolean;
}

const noFigures: readonly FigureEntry[] = [];

const rowClasses =
  'grid items-start @min-[20rem]:grid-cols-2 @min-[60rem]:auto-cols-fr @min-[60rem]:grid-flow-col @min-[60rem]:grid-cols-none @max-[60rem]:[&>:last-child:nth-child(odd)]:col-span-full';

export function Figures({ lead, figures = noFigures, isRow = false }: FiguresProps) {
  return (
    <dl
      className={cx(
        'gap-x-5 gap-y-3',
        lead
          ? 'flex flex-wrap'
          : isRow
            ? rowClasses
            : 'grid grid-fit-[max(var(--figure-width,14rem),30%)] items-start',
      )}
    >
      {lead && <FigureItem entry={lead} isLead />}
      {figures.map((entry) => (
        <FigureItem key={entry[0]} entry={entry} />
      ))}
    </dl>
  );
}

function FigureItem({ entry: [label, figure, remark], isLead }: { entry: FigureEntry; isLead?: boolean }) {
  return (
    <div
      className={cx(
        'flex flex-col gap-1',
        isLead
          ? '@container flex-[1_1_100%]'
          : 'flex-[1_1_var(--figure-width,14rem)] border-t border-rule pt-2',
      )}
    >
      <dt className="label">{label}</dt>
      <dd
        className={cx(
          'leading-[1.3] wrap-normal tabular-nums',
          isLead
            ? 'text-[length:clamp(var(--text-md),var(--lead-size,10cqi),var(--text-lead))] font-semibold tracking-[-0.02em] text-accent'
            : 'text-[length:min(var(--text-lg),9vw)] text-strong',
        )}
      >
        {figure}
      </dd>
      {remark && <dd className="text-xs leading-[1.5] wrap-anywhere text-muted tabular-nums">{remark}</dd>}
    </div>
  );
}
