import { cx } from '#ui/cx.ts';
import type { Verdict as VerdictTexts } from './statement-texts.ts';
import { verdictRegion } from './use-focus-after-answer.ts';

interface VerdictProps {
  verdict: Pick<VerdictTexts, 'title' | 'tone' | 'lead'>;
  isTooMuch?: boolean;
}

/** What leads a result, which takes the focus after a check. */
export function Verdict({ verdict: { title, tone, lead }, isTooMuch = false }: VerdictProps) {
  const [figure, what] = lead ?? [];
  return (
    <h3 className="flex flex-col gap-1 outline-none" {...verdictRegion}>
      <span
        className={cx(
          'leading-[1.3]',
          lead ? 'text-xs font-normal tracking-wide text-muted' : 'text-lg font-semibold text-strong',
        )}
      >
        {title}
      </span>
      {lead && (
        <>
          <span
            className={cx(
              'text-[length:clamp(var(--text-md),var(--lead-size,10cqi),var(--text-lead))] leading-[1.1] font-semibold tracking-[-0.02em] wrap-normal tabular-nums',
              isTooMuch ? 'text-warn' : tone === 'ok' ? 'text-accent' : 'text-strong',
            )}
          >
            {figure}
          </span>
          <span className="text-lg leading-[1.3] font-semibold text-strong">{what}</span>
        </>
      )}
    </h3>
  );
}
