import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { count } from 'contract/counts.ts';
import { dayMs, inDays } from 'contract/days.ts';
import { AnswerFlagBody } from 'contract/flags/answer-flag-body.ts';
import { flagLimits, type FlagOutcome, flagReasonLabels } from 'contract/flags/flags.constants.ts';
import type { Flag, FlagSummary } from 'contract/flags/flags.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import { useEffect, useRef, useState } from 'react';
import { reasonText, subjectText } from '#parts/flags/flag-texts.ts';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { formatNumber, kindInWords } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { modalScreenPx } from '#parts/record-list/reading-pane.tsx';
import { denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { suspensionDays } from '#parts/user/suspension-days.ts';
import { Tag } from '#ui/feedback/tag.tsx';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { outcomeTexts } from './flag-outcomes.tsx';
import { Reports } from './flag-reports.tsx';
import { FlagView } from './flag-view.tsx';
import { useAnswerFlag, useFlag, useFlags } from './flags.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'user', label: 'Username', kind: 'text', isInLine: true },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    choices: [
      ['', 'Open'],
      ['answered', 'Answered'],
      ['ALL', 'All'],
    ],
    isInLine: true,
  },
  choiceField('reason', 'Reason', Object.entries(flagReasonLabels)),
  {
    name: 'sort',
    label: 'Sort',
    kind: 'choice',
    choices: [
      ['', 'Usual order'],
      ['oldest', 'Oldest'],
      ['latest', 'Latest'],
      ['most', 'Most flags'],
    ],
  },
];

const columns: readonly RecordColumn<FlagSummary>[] = [
  { label: 'Person', cell: ({ username }) => username, isTitle: true, width: 'name' },
  { label: 'About', cell: ({ subject }) => subjectText(subject) },
  { label: 'Flags', cell: ({ flags }) => formatNumber(flags) },
  { label: 'Reasons', cell: ({ reasons }) => reasons.map(reasonText).join(', ') },
  {
    label: 'Answer',
    cell: ({ answer }) =>
      answer ? (
        <>
          {kindInWords(answer.outcome)} by {answer.answered_by ?? 'a deleted agent'}{' '}
          <span className="block text-xs text-muted">
            <UtcTime at={answer.answered_at} />
          </span>
        </>
      ) : (
        <Tag tone="warn">Open</Tag>
      ),
    isFilled: ({ answer }) => answer !== null,
  },
  {
    label: 'Since',
    cell: ({ created_at }) => <UtcTime at={created_at} />,
    width: 'time',
    // An answered one waits no longer, and its answer needs the room beside the open record.
    isFilled: ({ answer }) => answer === null,
  },
];

export default function FlagsScreen() {
  const search = useListSearch(fields, denseRows);
  const [answering, setAnswering] = useState<{ flag: Flag; outcome: FlagOutcome } | null>(null);
  return (
    <>
      <StaffList
        title="Flagged people"
        noun={{ one: 'case', many: 'cases' }}
        emptyText="No flag found. What users report about other people appears here."
        fetchFailure="Failed to fetch the flags"
        fields={fields}
        search={search}
        list={useFlags(search)}
        columns={columns}
        nameOf={({ username, subject }) => `${username}, ${subjectText(subject)}`}
        pane={{
          title: 'Flag',
          render: ({ id }) => (
            <FlagView key={id} id={id} onPick={(flag, outcome) => setAnswering({ flag, outcome })} />
          ),
        }}
      />
      {answering && (
        <AnswerDialog
          key={`${answering.flag.id} ${answering.outcome}`}
          {...answering}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}

interface AnswerDialogProps {
  flag: Flag;
  outcome: FlagOutcome;
  onClose: () => void;
}

/**
 * Outside of the open record, which is another element in a narrow window: the form stays, and its dialog is opened
 * again, above the record.
 */
function AnswerDialog({ flag: readFlag, outcome, onClose }: AnswerDialogProps) {
  const { data: flag = readFlag } = useFlag(readFlag.id);
  const { id, username, version, flags } = flag;
  const isNarrow = useNarrowForText(modalScreenPx);
  const { mutateAsync: answer } = useAnswerFlag(id);
  const { label, text, isDanger = false } = outcomeTexts[outcome];
  const isSuspension = outcome === 'suspended';
  const form = useApiForm({
    values: { message: '', username: '', days: firstDays(flag.suspended_until), note: '' },
    schema: AnswerFlagBody,
    toBody: (input) => ({
      outcome,
      version,
      note: input.note,
      message: input.message,
      ...(outcome === 'name_changed' && { username: input.username || undefined }),
      ...(isSuspension && { ends_at: inDays(input.days) }),
    }),
    fieldNames: { ends_at: 'days' },
    onSubmit: answer,
    onSaved: onClose,
  });
  const further = useRef<HTMLElement>(null);
  const { failure, isFieldRefused } = form;
  // They are why it was refused, and are read first.
  useEffect(() => {
    if (failure && !isFieldRefused) further.current?.focus();
  }, [failure, isFieldRefused]);
  // By somebody else.
  if (flag.answer) return null;
  const furtherTexts = flag.texts.slice(readFlag.version);
  return (
    <FormDialog
      key={String(isNarrow)}
      form={form}
      title={`${label}: ${username}`}
      submitLabel={label}
      busyLabel="Answering..."
      variant={isDanger ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p>
        {text}{' '}
        {flags === 1
          ? 'Who reported the person is'
          : `The ${count(flags, 'person', 'people')} who reported the person are`}{' '}
        told what you did, and nothing else.
      </p>
      {furtherTexts.length > 0 && (
        <section
          ref={further}
          className="flex scroll-my-[10rem] flex-col gap-3 border-l-2 border-warn ps-4"
          aria-label="Further reports"
          tabIndex={-1}
        >
          <p>Reported since you opened this:</p>
          <Reports flag={{ texts: furtherTexts, counted: 0 }} />
        </section>
      )}
      {outcome === 'name_changed' && (
        <TextField
          form={form}
          name="username"
          label="New username"
          maxLength={accountLimits.usernameMaxLength}
          autoComplete="off"
        />
      )}
      {isSuspension && (
        <SelectField
          form={form}
          name="days"
          label="Ends after"
          options={suspensionDays}
          hint={
            flag.suspended_until === null
              ? undefined
              : `${username} is already suspended until ${utcMoment(new Date(flag.suspended_until))}. This replaces it, and may not end earlier.`
          }
        />
      )}
      {outcome !== 'no_action' && (
        <TextAreaField
          form={form}
          name="message"
          label={isSuspension ? 'Reason' : outcome === 'warned' ? 'Message' : 'Message (optional)'}
          hint={`${username} reads it${isSuspension ? ' at the sign-in and in an email' : ' in the app and in an email'}. Do not say who reported them.`}
          maxLength={flagLimits.messageMaxLength}
          rows={4}
        />
      )}
      <TextAreaField
        form={form}
        name="note"
        label="Note (optional)"
        hint="For other agents."
        maxLength={flagLimits.noteMaxLength}
        rows={2}
      />
    </FormDialog>
  );
}

/** Not before the end of the present suspension, if there is a choice. */
function firstDays(until: string | null): string {
  const least = until === null ? 3 : (Date.parse(until) - Date.now()) / dayMs;
  return (suspensionDays.find(([days]) => Number(days) >= least) ?? suspensionDays.at(-1)!)[0];
}
