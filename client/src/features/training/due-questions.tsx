import { count } from 'contract/counts.ts';
import { trainingLimits } from 'contract/training/training.constants.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { formatLocalTime } from '#ui/local-time.tsx';
import { useStartAttempt } from './training.queries.ts';

interface DueQuestionsProps {
  due: number;
  /** The questions that the user has not answered yet. */
  fresh: number;
  nextDueAt: string | null;
}

/** Starts with what is nearly forgotten; without that, with what is new. */
export function DueQuestions({ due, fresh, nextDueAt }: DueQuestionsProps) {
  const { mutate, isPending, error } = useStartAttempt();
  const total = due > 0 ? due : fresh;
  const start = () =>
    mutate({
      due: true,
      count: Math.min(total, due > 0 ? trainingLimits.questions : trainingLimits.defaultQuestions),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      {total > 0 && (
        <Button variant="primary" loading={isPending} onClick={start}>
          {due > 0
            ? `Train what is due (${due})`
            : `Train ${count(Math.min(fresh, trainingLimits.defaultQuestions), 'new question')}`}
        </Button>
      )}
      {error && <Alert tone="error" role="alert" title={error.message} />}
      <p className="text-muted">{dueText(due, fresh, nextDueAt)}</p>
    </div>
  );
}

function dueText(due: number, fresh: number, nextDueAt: string | null): string {
  if (due > 0) {
    return 'You have probably begun to forget these answers. The questions come back with new figures.';
  }
  const next =
    nextDueAt === null ? '' : `Nothing is due. The next question is due on ${formatLocalTime(nextDueAt)}.`;
  const later = 'Each question that you answer comes back when you have probably begun to forget its answer.';
  return [next, fresh > 0 || next === '' ? later : ''].filter(Boolean).join(' ');
}
