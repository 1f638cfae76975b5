import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Counts whole seconds down and calls `onEnd` once at zero, unless stopped before.
 * @returns the seconds left; null once stopped.
 */
export function useCountdown(seconds: number, onEnd: () => void) {
  const [left, setLeft] = useState(seconds);
  const [isStopped, setStopped] = useState(false);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (isStopped) return;
    // By the clock, not by ticks: a tab in the background ticks when it pleases.
    const endsAt = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      end();
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, isStopped]);

  return { left: isStopped ? null : left, stop: () => setStopped(true) };
}
