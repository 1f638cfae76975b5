import { type FlagOutcome, flagReasonLabels } from 'contract/flags/flags.constants.ts';
import type { Flag, FlagSummary } from 'contract/flags/flags.ts';
import { useState } from 'react';
import { outcomeText, reasonText, subjectText } from '#parts/flags/flag-texts.ts';
import { formatNumber } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { FlagView } from './flag-view.tsx';
import { useFlags } from './flags.queries.ts';

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
          {outcomeText(answer.outcome)} by {answer.answered_by ?? 'a deleted agent'}{' '}
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
