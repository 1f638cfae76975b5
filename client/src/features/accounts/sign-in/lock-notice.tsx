import { count } from 'contract/counts.ts';
import { messages } from 'contract/texts.ts';
import { useEffect, useState } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

/** Counts down to the next attempt. Uses plain links, because toasts are rendered outside the router. */
export function LockNotice({ endsAtMs }: { endsAtMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // Announced once, with the wait at the start.
  const [wholeWait] = useState(() => count(Math.ceil((endsAtMs - Date.now()) / 1000), 'second'));
  const left = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <span>
      {messages.tooManyRequests}.{' '}
      {left === 0 ? (
        'You can try again now'
      ) : (
        <>
          Try again in{' '}
          <span className="tabular-nums" aria-hidden="true">
            {clock}
          </span>
          <VisuallyHidden>{wholeWait}</VisuallyHidden>
        </>
      )}
      , or <a href={paths.forgotPassword}>reset your password</a>.
    </span>
  );
}
