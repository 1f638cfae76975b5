import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';

export type BarFigure = readonly [label: string, figure: string];

interface ResultBarProps {
  figures: readonly BarFigure[];
  /** Why the figures are not those of the terms. */
  problem: 'failed' | 'changed' | undefined;
  terms: RefObject<HTMLElement | null>;
  result: RefObject<HTMLElement | null>;
}

/**
 * The main figures at the end of a narrow screen, with a button that moves between the terms and the result. A bar that would
 * cover more than a fifth of the screen, as with enlarged text, stands at the end of the page instead.
 */
export function ResultBar({ figures, problem, terms, result }: ResultBarProps) {
  const bar = useRef<HTMLElement>(null);
  const isTall = useIsTall(bar);
  const areTermsInView = useInView(terms);
  const target = areTermsInView ? result : terms;

  function goToTarget() {
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView();
  }

  return (
    <aside
      ref={bar}
      className={cx(
        'result-bar z-bar -mx-gutter flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule bg-raised px-gutter py-1 min-[1100px]:hidden print:hidden',
        !isTall && 'sticky bottom-0',
      )}
      aria-label="Result in short"
      data-floating={isTall ? undefined : true}
    >
      <div className="min-w-min flex-1">
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
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="wrap-normal">{figure}</dd>
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

function useIsTall(ref: RefObject<HTMLElement | null>): boolean {
  const [isTall, setIsTall] = useState(false);
  useEffect(() => {
    const { current: element } = ref;
    if (!element) return undefined;
    const measure = () => setIsTall(element.offsetHeight > window.innerHeight / 5);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [ref]);
  return isTall;
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
