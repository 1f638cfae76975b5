import { useId } from 'react';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './training.module.css';

interface ProgressProps {
  number: number;
  done: number;
  total: number;
  correct: number;
}

export function Progress({ number, done, total, correct }: ProgressProps) {
  const labelId = useId();
  return (
    <div className={styles.progress}>
      <p id={labelId}>
        Question {number} of {total}
      </p>
      <p className={styles.score}>{correct} right so far</p>
      <ProgressBar className={styles.bar} aria-labelledby={labelId} max={total} value={done} />
    </div>
  );
}
