import { count } from 'contract/counts.ts';
import { Button } from '#ui/controls/button.tsx';
import { openPanels } from '#parts/calculator/focus-first-refused.ts';
import { CheckAll } from './check-all.tsx';
import { partText } from './part-texts.ts';
import type { ConfirmQuestion } from './confirm-questions.ts';
import type { Checked } from './statement-inputs.ts';
import { Verdict } from './verdict.tsx';
import { setKind, setRole } from './table-rows.ts';
import { questionRegion } from './use-focus-after-answer.ts';
import type { AccountFiles } from './use-account-files.ts';

interface ConfirmFirstProps {
  checked: Checked;
  questions: readonly ConfirmQuestion[];
  files: AccountFiles;
  /** Has it checked again when the files are read with the answer. */
  recheckOnceRead: () => void;
  checkAll: () => void;
}

/** In place of what differs, until the reading of the files is confirmed. */
export function ConfirmFirst({
  checked: { result, part },
  questions,
  files,
  recheckOnceRead,
  checkAll,
}: ConfirmFirstProps) {
  const { explained, charges } = result.totals;
  return (
    <>
      {/* Below the toolbar. */}
      <div className="not-print:@min-[42rem]:pt-[3rem]">
        <Verdict verdict={{ title: 'FIRST CONFIRM HOW WE READ YOUR FILES', tone: 'info' }} />
      </div>
      <p>
        {part && `${partText(part)} `}
        {explained} of {count(charges, 'interest charge')} {explained === 1 ? 'is' : 'are'} explained.{' '}
        {questions.length === 0
          ? 'Answer the questions at your files, and check again.'
          : `Whether ${charges - explained === 1 ? 'the other is' : 'the others are'} right depends on what you answer here.`}
      </p>
      {part && <CheckAll checkAll={checkAll} />}
      <ConfirmQuestions questions={questions} files={files} onAnswer={recheckOnceRead} />
    </>
  );
}

interface ConfirmQuestionsProps {
  questions: readonly ConfirmQuestion[];
  files: AccountFiles;
  /** Before the files are read with an answer. */
  onAnswer?: () => void;
}

export function ConfirmQuestions({ questions, files, onAnswer }: ConfirmQuestionsProps) {
  function answer({ key, rows, account }: ConfirmQuestion, isYes: boolean) {
    if (!rows && !account) {
      if (isYes) files.confirm(key);
      else focusOnRows();
      return;
    }
    onAnswer?.();
    void files.answer((answers) =>
      rows
        ? setKind(answers, rows, isYes ? 'interest' : 'other')
        : setRole(answers, account ?? '', isYes ? 'offset' : 'unused'),
    );
  }

  return questions.map((question) => {
    const { key, text, range } = question;
    return (
      <fieldset key={key} {...questionRegion} className="flex flex-col gap-3 border-t border-rule pt-4">
        <legend className="float-left mb-3 w-full wrap-anywhere">{text}</legend>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => answer(question, true)}>Yes</Button>
          {range ? (
            <Button
              onClick={() => {
                onAnswer?.();
                files.checkOnly(range);
              }}
            >
              {`Check only ${range.text}`}
            </Button>
          ) : (
            <Button onClick={() => answer(question, false)}>No</Button>
          )}
        </div>
      </fieldset>
    );
  });
}

/** The rows that the answer No is about. */
function focusOnRows(): void {
  const element = document.querySelector<HTMLElement>('[data-rows]');
  openPanels(element);
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}
