import {
  difficultyLabels,
  questionMarks,
  questionSorts,
  questionStatuses,
} from 'contract/quiz/quiz.constants.ts';
import type { Question } from 'contract/quiz/quiz-fields.ts';
import { choicesInWords, formatNumber, inWords } from '#parts/format/format.ts';
import { choiceField, type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { adminEditQuestionPath, paths } from '#parts/navigation/paths.ts';
import { denseRows, RecordList } from '#parts/record-list/record-list.tsx';
import { rowOpenerProps } from '#parts/record-list/open-row.ts';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { download } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { questions, useCategories, useSetQuestionStatus } from './quiz.queries.ts';

const fieldsWith = (categories: readonly { id: string; name: string }[]): readonly FilterField[] => [
  { name: 'text', label: 'Text', kind: 'text', isInLine: true },
  choiceField(
    'category_id',
    'Category',
    categories.map(({ id, name }) => [id, name]),
  ),
  choiceField('difficulty', 'Difficulty', Object.entries(difficultyLabels)),
  choiceField('status', 'Status', choicesInWords(questionStatuses)),
  { ...sortField, choices: [...sortField.choices, ...choicesInWords(questionSorts)] },
];

const columns: readonly RecordColumn<Question>[] = [
  {
    label: 'Question',
    cell: (question) => <QuestionText question={question} />,
    sorts: ['a-z', 'z-a'],
    isLong: true,
  },
  {
    label: 'Status',
    cell: ({ status }) => (status === 'draft' ? <Tag tone="quiet">{inWords(status)}</Tag> : inWords(status)),
    width: 'level',
    isFilled: ({ status }) => status === 'draft',
  },
  { label: 'Category', cell: ({ category_name }) => category_name, width: 'name' },
  { label: 'Difficulty', cell: ({ difficulty }) => difficultyLabels[difficulty] },
  { label: 'Right', cell: (question) => <Statistics question={question} />, width: 'level' },
  {
    label: 'Updated',
    cell: ({ date_updated }) => <UtcTime at={date_updated} />,
    sorts: ['latest', 'oldest'],
    width: 'time',
  },
];

/** Training passes over a question whose answer cannot be computed. Another server may not say so. */
function QuestionText({ question: { text, calculation_fault } }: { question: Question }) {
  if (!calculation_fault) return text;
  return (
    <>
      {text} <span className="text-warn">Not asked: {calculation_fault}</span>
    </>
  );
}

/** The share of right answers, and a word for a question that may be a bad one. Another server may not count them. */
function Statistics({ question: { answered, right_share, discrimination } }: { question: Question }) {
  if (!answered || right_share === null) return '–';
  const marks = [
    right_share < questionMarks.hardBelow && 'hard',
    right_share > questionMarks.easyAbove && 'easy',
    discrimination !== null && discrimination < questionMarks.unclearBelow && 'unclear',
  ].filter((mark) => mark !== false);
  return (
    <span className="tabular-nums">
      {Math.round(right_share * 100)}% of {formatNumber(answered)}{' '}
      <span className="text-warn">{marks.join(', ')}</span>
    </span>
  );
}

const namedCharacters = 60;
const nameOf = ({ text }: Question) =>
  `“${text.length > namedCharacters ? `${text.slice(0, namedCharacters)}…` : text}”`;

export default function QuestionListScreen() {
  const categories = useCategories();
  const fields = fieldsWith(categories.data ?? []);
  const search = useListSearch(fields, denseRows);
  const status = useSetQuestionStatus();
  const exported = (format: 'csv' | 'json') => ({ body: { ...search.filter, format } });
  return (
    <RecordList
      title="Quiz Questions List"
      noun={{ one: 'question', many: 'questions' }}
      emptyText="No quiz question found. Try adjusting your filter."
      fetchFailure="Failed to fetch quiz questions"
      fields={fields}
      columns={columns}
      nameOf={nameOf}
      search={search}
      source={questions}
      exports={{
        CSV: (options) => download('exportQuestions', exported('csv'), options),
        JSON: (options) => download('exportQuestions', exported('json'), options),
      }}
      tools={
        <>
          <Button variant="primary" to={paths.adminCreateQuestion}>
            New Question
          </Button>
          <Button to={paths.adminImportQuestions}>Import</Button>
        </>
      }
      renderRowActions={(question) => (
        <Button
          variant="ghost"
          className="row-button"
          to={adminEditQuestionPath(question.id)}
          {...rowOpenerProps}
        >
          Edit <VisuallyHidden>{nameOf(question)}</VisuallyHidden>
        </Button>
      )}
      renderBulkActions={(ids) => (
        <>
          <Button loading={status.isPending} onClick={() => status.mutate({ ids, status: 'published' })}>
            Publish
          </Button>
          <Button loading={status.isPending} onClick={() => status.mutate({ ids, status: 'draft' })}>
            Unpublish
          </Button>
        </>
      )}
    />
  );
}
