import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';

export type BarFigure = readonly [label: string, figure: string];

/** Why the figures are not those of the terms; undefined if they are. */
export type BarProblem = 'failed' | 'changed' | undefined;

interface ResultBarProps {
  figures: readonly BarFigure[];
  problem: BarProblem;
  terms: RefObject<HTMLElement | null>;
  result: RefObject<HTMLElement | null>;
}

/** The main figures at the end of a narrow screen, with a button that moves between the terms and the result. */
export function ResultBar({ figures, problem, terms, result }: ResultBarProps) {
  const areTermsInView = useInView(terms);
  const target = areTermsInView ? result : terms;

  function goToTarget() {
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView();
  }

  return (
    <aside
      className="result-bar sticky bottom-0 z-bar -mx-gutter flex items-center gap-4 border-t border-rule bg-raised px-gutter py-1 min-[1100px]:hidden print:hidden"
      aria-label="Result in short"
      data-floating
    >
      <div className="min-w-0 flex-1">
        {/* Only for failures, because a line that appears and disappears with each keystroke would move the bar. */}
        {problem === 'failed' && <p className="text-xs text-error">Calculation Error</p>}
        <dl
          className={cx(
            'flex flex-wrap gap-x-4 gap-y-0 text-sm leading-[1.4] tabular-nums',
            problem && 'dimmed',
          )}
        >
          {figures.map(([label, figure]) => (
            <div key={label} className="min-w-0">
              <dt className="truncate text-xs text-muted">{label}</dt>
              <dd className="wrap-anywhere">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Button className="flex-none" onClick={goToTarget}>
        {areTermsInView ? 'See Result' : 'See Terms'}
      </Button>
    </aside>
  );
}

function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    const { current: element } = ref;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      // Excludes the strip below the navigation bar: after a jump to the result, it still shows the end of the terms.
      { rootMargin: '-64px 0px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInView;
}
