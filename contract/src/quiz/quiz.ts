import { z } from 'zod';
import { formatNumber } from 'contract/formats.ts';
import { totalCountHeader } from 'contract/limits.ts';
import { FormBoolean, Id, IdPath } from 'contract/fields.ts';
import {
  exampleCategory,
  exampleQuestion,
  Category,
  CategoryDescription,
  CategoryName,
  Question,
  exampleContent,
  exampleNumberContent,
  questionContent,
  QuestionStatus,
  choiceQuestion,
  numberQuestion,
  unknownKind,
  withValidAnswer,
} from './quiz-fields.ts';
import {
  bankColumns,
  difficulties,
  exportFormats,
  figureLimits,
  questionSorts,
  questionStatuses,
  quizLimits,
  quizMessages,
} from './quiz.constants.ts';
import {
  deletedRows,
  deletedRowsText,
  filterChoice,
  FilterId,
  FilterText,
  IdList,
  sortBy,
  paging,
  sorts,
} from 'contract/lists.ts';
import { listOf, onePage, saved } from 'contract/responses.ts';
import { empty, file, json, route } from 'contract/route.ts';

const savedCategory = (msg: string, description: string) =>
  saved('category', Category, { msg, example: exampleCategory, description });

const savedQuestion = (description: string) =>
  saved('question', Question, { msg: 'Question saved.', example: exampleQuestion, description });

export const listCategories = route('listCategories', {
  summary: 'List the categories of quiz questions',
  response: listOf(Category, exampleCategory, 'Sorted by position.'),
});

export const CreateCategoryBody = z
  .strictObject({ name: CategoryName, description: CategoryDescription.default('') })
  .meta({ id: 'CreateCategory' });

export const createCategory = route('createCategory', {
  summary: 'Create a category',
  description: 'Names are unique regardless of letter case. The new category becomes the last one.',
  body: CreateCategoryBody,
  bodyExample: { name: exampleCategory.name, description: exampleCategory.description },
  responses: { 201: savedCategory('Category created.', 'Created.') },
  errors: ['conflict'],
});

const positionRange = 'Must be from 1 to the number of categories.';

export const UpdateCategoryBody = z
  .strictObject({
    name: CategoryName,
    description: CategoryDescription,
    position: z.int(positionRange).min(1, positionRange).max(quizLimits.categories, positionRange),
  })
  .exactPartial()
  .meta({ id: 'UpdateCategory' });

export const updateCategory = route('updateCategory', {
  summary: 'Rename, describe or move a category',
  description:
    'Absent fields do not change. A new `position` shifts the categories between the two positions by one.',
  params: IdPath,
  body: UpdateCategoryBody,
  bodyExample: { name: exampleCategory.name, position: 1 },
  response: savedCategory('Category saved.', 'Saved.'),
  errors: ['conflict'],
});

export const deleteCategory = route('deleteCategory', {
  summary: 'Delete a category',
  description:
    'A category with questions is deleted only if `move_to` names the category that its questions move to.',
  params: IdPath,
  query: z.strictObject({ move_to: Id.optional() }),
  responses: { 204: empty('Deleted.') },
  errors: ['conflict'],
});

const filter = {
  text: FilterText,
  category_id: FilterId,
  difficulty: filterChoice(difficulties.map(String)),
  status: filterChoice(questionStatuses),
};

const allSorts = [...sorts, ...questionSorts] as const;
export type QuestionSort = (typeof allSorts)[number];
const QuestionSortBy = sortBy(allSorts);

export const ListQuestionsBody = z.strictObject({ ...filter, sort: QuestionSortBy, ...paging });

export const listQuestions = route('listQuestions', {
  summary: 'Find quiz questions',
  description:
    '`text` matches in the question or its explanation. `latest` and `oldest` sort by the time of the last edit, `a-z` and `z-a` by the question, `hardest` and `easiest` by the share of right answers, and `least_telling` by the discrimination. The statistics are counted once an hour.',
  body: ListQuestionsBody,
  bodyExample: { text: 'interest', difficulty: 1, status: 'published', sort: 'a-z', page: 1 },
  response: onePage('totalQuestion', Question, exampleQuestion),
  errors: ['not_found'],
});

export const getQuestion = route('getQuestion', {
  summary: 'Read a quiz question',
  params: IdPath,
  response: json(Question, exampleQuestion, 'The question.'),
});

export const CreateQuestionBody = z
  .discriminatedUnion(
    'kind',
    [
      withValidAnswer(z.strictObject({ ...choiceQuestion, category_id: Id })),
      z.strictObject({ ...numberQuestion, category_id: Id }),
    ],
    unknownKind,
  )
  .meta({ id: 'CreateQuestion' });

export const createQuestion = route('createQuestion', {
  summary: 'Create a quiz question',
  description:
    'Without a `status` it is a draft. The answer of a question with variables is computed for all their combinations, or for 200 draws and every corner, and the question is refused if one of them fails.',
  body: CreateQuestionBody,
  bodyExample: exampleContent,
  responses: {
    201: savedQuestion('Created.'),
  },
});

export const UpdateQuestionBody = z
  .strictObject({ ...questionContent, category_id: Id })
  .exactPartial()
  .meta({ id: 'UpdateQuestion' });

export const updateQuestion = route('updateQuestion', {
  summary: 'Change a quiz question',
  description:
    'Absent fields do not change. Another `kind` needs the fields of that kind. Attempts that have started keep their copy.',
  params: IdPath,
  body: UpdateQuestionBody,
  bodyExample: { status: 'published' },
  response: savedQuestion('Saved.'),
  errors: ['conflict'],
});

const PreviewValues = z.record(z.string(), z.number());

export const previewQuestion = route('previewQuestion', {
  summary: 'Preview a quiz question',
  description: `Draws the variables of the question ${figureLimits.previewDraws} times, and computes the answer at each of the first ${figureLimits.previewCorners} corners, where each variable is at one of its ends. Nothing is saved. A question that \`createQuestion\` would refuse is refused in the same way.`,
  body: CreateQuestionBody,
  bodyExample: exampleNumberContent,
  response: json(
    z.object({
      draws: z.array(
        z.object({
          values: PreviewValues,
          text: z.string(),
          answer: z.number().describe('The index of a choice, or the exact number.'),
          explanation: z.string(),
        }),
      ),
      corners: z.array(z.object({ values: PreviewValues, answer: z.number() })),
    }),
    {
      draws: [
        {
          values: { amount: 20_000, rate: 6 },
          text: 'A loan of $20,000 has a rate of 6% a year. What is one month’s interest?',
          answer: 100,
          explanation: 'A twelfth of 6% of $20,000 is $100.',
        },
      ],
      corners: [
        { values: { amount: 10_000, rate: 4 }, answer: 100 / 3 },
        { values: { amount: 90_000, rate: 8 }, answer: 600 },
      ],
    },
    'The draws and the corners.',
  ),
  // Checking a question costs before any of its answers is computed.
  rateLimit: { max: 300, windowSeconds: 60, isPerProcess: true },
});

export const deleteQuestion = route('deleteQuestion', {
  summary: 'Delete a quiz question',
  description: 'Attempts with the question keep their copy.',
  params: IdPath,
  responses: { 204: empty('Deleted.') },
});

export const setQuestionStatus = route('setQuestionStatus', {
  summary: 'Publish or unpublish quiz questions',
  description: 'Ids of deleted questions are ignored, and those of questions that a newer version saved.',
  body: z.strictObject({ ids: IdList, status: QuestionStatus }),
  bodyExample: { ids: [exampleQuestion.id], status: 'published' },
  response: saved('updated', z.int(), { msg: 'Questions updated.', example: 1, description: 'Updated.' }),
});

export const DeleteQuestionsBody = deletedRows(filter);

export const deleteQuestions = route('deleteQuestions', {
  summary: 'Delete quiz questions',
  description: deletedRowsText,
  body: DeleteQuestionsBody,
  bodyExample: { ids: [exampleQuestion.id] },
  response: saved('deleted', z.int(), { msg: 'Questions deleted.', example: 1, description: 'Deleted.' }),
});

export const importQuestions = route('importQuestions', {
  summary: 'Import quiz questions',
  description: `A \`file\` of at most 5 MiB and ${formatNumber(quizLimits.importRows)} rows, in UTF-8. CSV: the columns ${bankColumns.map((column) => `\`${column}\``).join(', ')}, separated by commas, with \`answer\` from 1. Blank rows, empty columns at the end and a first line \`sep=,\` are ignored, and missing cells at the end of a row are empty. JSON: an array of questions with \`category\` by name and \`answer\` from 0. For a number, the choices and \`answer\` are empty, and \`solution\` and \`variables\` are JSON. Missing categories are created. Questions that exist already are only imported with \`include_existing\`. If a row has a fault, the whole file is refused: \`details\` are keyed by row and field, such as \`row 17: choices\`, where row 1 is the first below the column names of a CSV file, or the first of the array of a JSON file. They list at most ${quizLimits.namedFaults} faults. At most ${quizLimits.computedRows} rows may have variables. With \`dry_run\`, nothing is saved.`,
  body: z.strictObject({ dry_run: FormBoolean.optional(), include_existing: FormBoolean.optional() }),
  bodyTypes: ['multipart'],
  nullableFields: ['dry_run', 'include_existing'],
  fileField: 'file',
  bodyExample: { dry_run: true, include_existing: false },
  response: json(
    z.object({
      msg: z.string(),
      rows: z.int(),
      existing: z
        .int()
        .describe('The rows whose category has a question with the same text and choices already.'),
      created: z.int(),
    }),
    { msg: quizMessages.dryRunPassed, rows: 120, existing: 20, created: 0 },
    'Every row can be, or has been, imported.',
  ),
  errors: ['conflict'],
});

const trueOrFalse = z.boolean('Must be true or false.');

export const importReleaseQuestions = route('importReleaseQuestions', {
  summary: 'Import the quiz questions of this version',
  description:
    'Adds the questions of this version that the bank never had (`missing`). A question is recognized by its text, in any category. Those that the bank had, and whose text none of its questions has any more (`removed`), are only added again with `include_removed`. Missing categories are created. With `dry_run`, nothing is saved.',
  body: z.strictObject({ dry_run: trueOrFalse.default(false), include_removed: trueOrFalse.default(false) }),
  bodyExample: { dry_run: true, include_removed: false },
  response: json(
    z.object({ msg: z.string(), missing: z.int(), removed: z.int(), created: z.int() }),
    { msg: quizMessages.releaseCompared, missing: 90, removed: 2, created: 0 },
    'The questions can be, or have been, imported.',
  ),
  errors: ['conflict'],
});

const ExportQuestionsBody = z.strictObject({
  ...filter,
  sort: QuestionSortBy,
  format: z.enum(exportFormats, 'Must be csv or json.').default('csv'),
});

export const exportQuestions = route('exportQuestions', {
  summary: 'Export quiz questions',
  description: `Streams the questions in a format that \`importQuestions\` accepts unchanged. The \`${totalCountHeader}\` header contains the number of rows.`,
  body: ExportQuestionsBody,
  bodyExample: { status: 'published', format: 'csv' },
  response: file(['text/csv', 'application/json'], 'The questions that match.'),
  errors: ['not_found'],
});
