import type { ReactNode } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { questionRegion } from './use-focus-after-answer.ts';

/** The refusal of the form while a question is open. */
const questionName = 'loan_files';

interface QuestionProps {
  title: string;
  /** Then only the answer is displayed, which can be changed. */
  isAnswered?: boolean;
  children: ReactNode;
}

export function Question({ title, isAnswered = false, children }: QuestionProps) {
  // The form moves the focus to an open question by its name.
  const open = isAnswered ? {} : { name: questionName, 'aria-label': title, ...questionRegion };
  return (
    <fieldset {...open}>
      <Alert tone={isAnswered ? 'info' : 'warn'} title="">
        {!isAnswered && <p className="wrap-anywhere">{title}</p>}
        <div className="flex min-w-0 flex-wrap items-end gap-3">{children}</div>
      </Alert>
    </fieldset>
  );
}
