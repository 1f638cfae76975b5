import { type ReactNode, useEffect, useRef } from 'react';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { cx } from '#ui/cx.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { LinkRecord } from './link-record.tsx';
import { type BarFigure, type BarProblem, ResultBar } from './result-bar.tsx';
import './calculator.css';

interface CalculatorFrameProps {
  /** The form, and the rows of options below it. */
  terms: ReactNode;
  /** The summary, which remains visible beside the terms while the page scrolls. */
  result: ReactNode;
  isPending: boolean;
  /** One sentence for screen readers; empty while the figures are out of date. */
  announcement: string;
  /** The failure of a calculation that the user requested, to which the page scrolls. */
  failure?: Error | undefined;
  /**
   * The main figures of the result, for screens that show terms and result below each other. Empty if there is no
   * result.
   */
  bar: readonly BarFigure[];
  barProblem: BarProblem;
  /** Whether figures are so long that large text must be smaller on a narrow screen to show them whole. */
  hasLongFigures?: boolean | undefined;
  /** Whether the result stands below the terms on wide screens, too. */
  isStacked?: boolean | undefined;
  /** Charts and tables, over the whole width. */
  children: ReactNode;
}

/** Debounced, because results change with every keystroke. */
const announcementDelayMs = 500;

/** The layout of a calculator: the terms and options on the left, the result on the right, and its details below. */
export function CalculatorFrame({
  terms,
  result,
  isPending,
  announcement,
  failure,
  bar,
  barProblem,
  hasLongFigures = false,
  isStacked = false,
  children,
}: CalculatorFrameProps) {
  const form = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLElement>(null);
  const debouncedAnnouncement = useDebouncedValue(announcement, announcementDelayMs);
  useEffect(() => {
    if (failure && summary.current) bringIntoView(summary.current);
  }, [failure]);
  return (
    <div className={cx('flex min-w-0 flex-col gap-6', hasLongFigures && 'long-figures')}>
      <LinkRecord />
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-x-7 gap-y-6',
          !isStacked && 'not-print:min-[1100px]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-6 outline-none print:hidden" ref={form} tabIndex={-1}>
          {terms}
        </div>
        <section
          className={cx(
            'min-w-0',
            !isStacked &&
              'min-[1100px]:sticky min-[1100px]:top-[calc(var(--bar-height)+var(--space-4))] print:static',
          )}
          ref={summary}
          tabIndex={-1}
          aria-label="Result"
          aria-busy={isPending}
        >
          {result}
          <VisuallyHidden>
            <output>{debouncedAnnouncement}</output>
          </VisuallyHidden>
        </section>
      </div>
      {children}
      {bar.length > 0 && <ResultBar figures={bar} problem={barProblem} terms={form} result={summary} />}
    </div>
  );
}

/** If the result is visible beside the form, the focus stays in the form. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < 0.75 * window.innerHeight) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}
