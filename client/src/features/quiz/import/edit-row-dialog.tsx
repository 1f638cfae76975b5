import { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import { useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QuestionFields } from '../question/question-fields.tsx';
import type { RowResult } from './row-results-table.tsx';
import { draftOfRow, rowOfDraft } from './row-draft.ts';

interface EditRowDialogProps {
  rowResult: RowResult;
  onEdit: (content: unknown) => void;
  onClose: () => void;
}

/** The fields of a row with their errors. */
export function EditRowDialog({ rowResult: { row, faults }, onEdit, onClose }: EditRowDialogProps) {
  const [refusal] = useState(() => {
    const details = Object.fromEntries(faults.map(({ field, reason }) => [field, [reason]]));
    return new ApiError('', { status: 400, details });
  });
  const form = useApiForm({
    values: draftOfRow(row),
    schema: BankQuestion,
    toBody: rowOfDraft,
    queryError: refusal,
    onSubmit: onEdit,
  });

  return (
    <FormDialog
      form={form}
      title={`EDIT ROW ${row.number}`}
      submitLabel="Keep"
      secondaryAction={false}
      onClose={onClose}
    >
      <QuestionFields
        form={form}
        category={
          <TextField
            form={form}
            name="category"
            label="Category"
            maxLength={quizLimits.nameMaxLength}
            isProse
          />
        }
      />
    </FormDialog>
  );
}
