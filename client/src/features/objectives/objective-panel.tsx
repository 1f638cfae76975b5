import {
  type ObjectiveKind,
  objectiveLimits,
  objectiveMessages,
} from 'contract/objectives/objectives.constants.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Input } from '#api/call.ts';
import { NumberField, SelectField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { numbered } from '#parts/format/numbered.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { ObjectiveTable } from './objective-table.tsx';
import { useObjectives } from './objectives.queries.ts';

/** The user's objectives by target date, the nearest first; on the page of a followed loan those that it fills, its goals. */
export function ObjectivePanel({ loanId }: { loanId?: string }) {
  const query = useObjectives();
  const { data: loans = [] } = useQuery({ ...apiQuery('listLoans'), select: ({ data }) => numbered(data) });
  const [edited, setEdited] = useState<Objective | 'new' | null>(null);
  const { mutate: remove } = useApiMutation({
    mutationFn: ({ id }: Objective) => call('deleteObjective', { params: { id } }),
    success: (_, { title: deleted }) => `${deleted} has been deleted.`,
    toastsFailure: true,
    invalidates: ['listObjectives'],
  });
  const isFull = (query.data?.length ?? 0) >= objectiveLimits.objectives;
  const title = loanId ? 'Goals' : 'Objectives';
  return (
    <Panel
      title={title}
      id={title.toLowerCase()}
      className={loanId && 'print:hidden'}
      aside={
        query.data && (
          <Button
            variant="ghost"
            aria-disabled={isFull || undefined}
            onClick={() => !isFull && setEdited('new')}
          >
            {loanId ? 'Set a goal' : 'Set an objective'}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        failure="Your objectives could not be loaded."
        className="flex flex-col gap-4"
        loading={<LoadingRows rows={4} />}
      >
        {(all) => {
          const objectives = loanId ? all.filter(({ loan_id }) => loan_id === loanId) : all;
          return (
            <>
              {objectives.length > 0 ? (
                <ObjectiveTable
                  label={title}
                  objectives={objectives}
                  loans={loans}
                  isOfLoan={loanId !== undefined}
                  edit={setEdited}
                  remove={remove}
                />
              ) : (
                <p className="text-muted">
                  {loanId
                    ? 'Set a day by which you want to have paid the loan off, or to owe less.'
                    : 'Set a debt to pay off or an amount to save by a date. You will see your progress and how much you need each month. Update the amount to follow it on a chart.'}
                </p>
              )}
              {isFull && <p className="text-muted">{objectiveMessages.tooManyObjectives}</p>}
            </>
          );
        }}
      </QueryState>
      {edited && (
        <ObjectiveDialog
          objective={edited === 'new' ? undefined : edited}
          loanId={loanId}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

interface ObjectiveDialogProps {
  /** Undefined for a new objective. */
  objective: Objective | undefined;
  /** The followed loan that a new objective begins with. */
  loanId?: string | undefined;
  onClose: () => void;
}

interface KindTexts {
  label: string;
  target: string;
  current: string;
}

const typedKinds: Partial<Record<ObjectiveKind, KindTexts>> = {
  save: { label: 'Save up to an amount', target: 'Amount to Save', current: 'Saved so Far' },
  pay_off: { label: 'Pay off a debt', target: 'Debt to Pay Off', current: 'Repaid so Far' },
};
/** Without an amount that is typed. The loan knows what is owed. */
const loanKinds: Partial<Record<ObjectiveKind, Pick<KindTexts, 'label' | 'target'>>> = {
  pay_off: { label: 'Pay off the loan', target: '' },
  owe_below: { label: 'Owe less than an amount', target: 'Owe at Most' },
  offset_above: { label: 'Hold an amount in the offset account', target: 'Amount to Hold' },
};

const kindOf = (objective: Objective | undefined, loanId: string | undefined): ObjectiveKind => {
  const kind = objective?.kind ?? (loanId ? 'pay_off' : 'save');
  return kind === 'unknown' ? 'save' : kind;
};

const inputOf = (objective: Objective | undefined, loanId: string | undefined) => ({
  title: objective?.title ?? '',
  kind: kindOf(objective, loanId),
  loan_id: objective ? (objective.loan_id ?? '') : (loanId ?? ''),
  target_amount: String(objective?.target_amount ?? ''),
  current_amount: String(objective?.current_amount ?? ''),
  target_date: objective?.target_date ?? '',
});

function ObjectiveDialog({ objective, loanId, onClose }: ObjectiveDialogProps) {
  const { mutateAsync: save } = useApiMutation({
    mutationFn: (body: Input<'createObjective'>['body']) =>
      objective
        ? call('updateObjective', { params: { id: objective.id }, body })
        : call('createObjective', { body }),
    invalidates: ['listObjectives'],
  });
  const { data: loans = [] } = useQuery({ ...apiQuery('listLoans'), select: ({ data }) => numbered(data) });
  const [values] = useState(() => inputOf(objective, loanId));
  const form = useApiForm({
    values,
    schema: async () => (await import('contract/objectives/objectives.ts')).CreateObjectiveBody,
    toBody: ({ current_amount, target_amount, loan_id, ...input }) =>
      loan_id
        ? { ...input, loan_id, ...(input.kind !== 'pay_off' && { target_amount }) }
        : { ...input, loan_id: null, target_amount, current_amount: current_amount || '0' },
    onSubmit: save,
    onSaved: onClose,
  });
  const [kind, chosenLoan] = useWatch({ control: form.control, name: ['kind', 'loan_id'] });
  const isFilled = chosenLoan !== '';
  // Without a choice for a loan that is not listed, the form would look as if its amounts were typed.
  const isUnlisted = isFilled && loans.every(({ id }) => id !== chosenLoan);
  const kinds = isFilled ? loanKinds : typedKinds;
  const target = kinds[kind]?.target;

  function chooseLoan(loan: string) {
    // Both lists of kinds have this one.
    if (!(kind in (loan ? loanKinds : typedKinds))) form.setValue('kind', 'pay_off');
  }

  return (
    <FormDialog
      form={form}
      title={
        loanId
          ? objective
            ? 'UPDATE THE GOAL'
            : 'SET A GOAL'
          : objective
            ? 'UPDATE THE OBJECTIVE'
            : 'SET AN OBJECTIVE'
      }
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {(loans.length > 0 || isFilled) && (
        <SelectField
          form={form}
          name="loan_id"
          label="Filled by"
          rules={{ onChange: ({ target: { value } }: { target: { value: string } }) => chooseLoan(value) }}
          options={[
            ['', 'What I enter'],
            ...(isUnlisted ? [[chosenLoan, 'Its loan'] as const] : []),
            ...loans.map(({ id, name }) => [id, name] as const),
          ]}
        />
      )}
      <SelectField
        form={form}
        name="kind"
        label="Kind"
        options={Object.entries(kinds).map(([each, { label }]) => [each, label])}
      />
      <TextField
        form={form}
        name="title"
        label="Title"
        maxLength={objectiveLimits.titleMaxLength}
        required
        isProse
      />
      <div className="fields">
        {target && (
          <NumberField form={form} name="target_amount" label={target} hint="Australian dollars" required />
        )}
        {!isFilled && (
          <NumberField
            form={form}
            name="current_amount"
            label={typedKinds[kind]?.current ?? ''}
            hint="Australian dollars"
          />
        )}
      </div>
      <TextField form={form} name="target_date" label="By" type="date" required />
    </FormDialog>
  );
}
