import { count } from 'contract/counts.ts';
import type { Flag } from 'contract/flags/flags.ts';
import { reasonText } from '#parts/flags/flag-texts.ts';
import { UtcTime } from '#ui/utc-time.tsx';

/** What users wrote. */
export function Reports({ flag: { texts, counted } }: { flag: Pick<Flag, 'texts' | 'counted'> }) {
  return (
    <section className="flex flex-col gap-3" aria-label="Texts">
      <ul className="flex flex-col text-sm">
        {texts.map(({ flagger, reason, text, created_at }) => (
          <li
            key={`${flagger} ${created_at}`}
            className="flex flex-col gap-1 py-3 not-first:border-t not-first:border-rule first:pt-0 last:pb-0"
          >
            <p className="font-semibold text-strong">{reasonText(reason)}</p>
            {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
            <p className="text-xs text-muted">
              {flagger ?? 'A deleted user'}, <UtcTime at={created_at} />
            </p>
          </li>
        ))}
      </ul>
      {counted > 0 && (
        <p className="text-sm text-muted">
          {count(counted, 'more flag')} without a text: only the first ones are stored.
        </p>
      )}
    </section>
  );
}
