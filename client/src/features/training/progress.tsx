import { useId } from 'react';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';

interface ProgressProps {
  number: number;
  done: number;
  total: number;
  correct: number;
}

export function Progress({ number, done, total, correct }: ProgressProps) {
  const labelId = useId();
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm text-muted tabular-nums">
      <p id={labelId}>
        Question {number} of {total}
      </p>
      <p className="text-dim">{correct} right so far</p>
      <ProgressBar className="h-2 basis-full" aria-labelledby={labelId} max={total} value={done} />
    </div>
  );
}
