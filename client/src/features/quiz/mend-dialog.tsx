import { quizLimits } from 'contract/quiz.constants.ts';
import { type SyntheticEvent, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextInput } from '#ui/input.tsx';
import { type DraftErrors, errorsOf } from './question/question-draft.ts';
import { QuestionFields } from './question/question-fields.tsx';
import type { BankRow } from './import/bank-file.ts';
import type { Fate } from './import/fates-table.tsx';
import { draftOfRow, rowOfDraft } from './row-draft.ts';

interface MendDialogProps {
  fate: Fate;
  onMend: (row: BankRow) => void;
  onClose: () => void;
}

/** The fields of a row with their errors. */
export function MendDialog({ fate: { index, row, faults }, onMend, onClose }: MendDialogProps) {
  const [draft, setDraft] = useState(() => draftOfRow(row));
  const [errors, setErrors] = useState<DraftErrors>(() =>
    Object.fromEntries(faults.map(({ field, reason }) => [field, reason])),
  );
  const formId = useId();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const mended = rowOfDraft(draft);
    const { BankQuestion } = await import('contract/quiz-fields.ts');
    const checked = BankQuestion.safeParse(mended);
    if (checked.success) onMend(mended);
    else setErrors(errorsOf(checked.error));
  }

  return (
    <Dialog
      title={`MEND ROW ${index + 1}`}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary">
          Keep
        </Button>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate aria-label={`Row ${index + 1}`}>
        <QuestionFields draft={draft} errors={errors} onChange={setDraft} categoryError={errors['category']}>
          {(control) => (
            <TextInput
              {...control}
              value={draft.category}
              maxLength={quizLimits.nameMaxLength}
              autoComplete="off"
              onChange={({ target }) => setDraft({ ...draft, category: target.value })}
            />
          )}
        </QuestionFields>
      </form>
    </Dialog>
  );
}
