import { z } from 'zod';
import {
  Id,
  lookAlikeKey,
  oneOf,
  possiblyEmptyText,
  requiredOr,
  Timestamp,
  visibleLine,
  visibleText,
  WholeNumber,
  storedKind,
  storedChoice,
} from 'contract/fields.ts';
import { FigureUnit, Solution, Tolerance, Variables } from './number-questions.ts';
import {
  difficulties,
  figureUnits,
  questionKinds,
  questionMarks,
  questionStatuses,
  quizLimits,
  quizMessages,
} from './quiz.constants.ts';

export const CategoryName = visibleLine(quizLimits.nameMaxLength);
export const CategoryDescription = possiblyEmptyText(quizLimits.descriptionMaxLength);

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().describe('The name in a form that suits URLs.'),
    description: z.string(),
    position: z.int(),
    question_count: z.int(),
    published_count: z.int(),
    date_updated: Timestamp,
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof Category>;

const areDistinct = (choices: string[]) => new Set(choices.map(lookAlikeKey)).size === choices.length;

const Choices = z
  .array(visibleLine(quizLimits.choiceMaxLength), { error: requiredOr('Must be a list of texts.') })
  .min(quizLimits.minChoices, `Must have at least ${quizLimits.minChoices} choices.`)
  .max(quizLimits.maxChoices, `Must have at most ${quizLimits.maxChoices} choices.`)
  .refine(areDistinct, 'Must be different from one another.');

const { noSuchChoice } = quizMessages;
export const ChoiceIndex = WholeNumber.min(0, noSuchChoice).max(quizLimits.maxChoices - 1, noSuchChoice);

const hardest = Math.max(...difficulties);
const difficultyRange = `Must be from 1 to ${hardest}.`;
export const Difficulty = WholeNumber.min(1, difficultyRange).max(hardest, difficultyRange);

export const QuestionStatus = oneOf(questionStatuses);

const questionTexts = {
  text: visibleText(quizLimits.textMaxLength),
  explanation: possiblyEmptyText(quizLimits.explanationMaxLength),
  difficulty: Difficulty,
  status: QuestionStatus,
  source: possiblyEmptyText(quizLimits.sourceMaxLength),
};

const choiceFields = {
  choices: Choices,
  answer: ChoiceIndex.describe('The index of the right choice, from 0.'),
};

const numberFields = {
  unit: FigureUnit,
  tolerance: Tolerance.describe('How far a right answer may be from the exact one, in the unit.'),
  solution: Solution,
  variables: Variables.describe(
    'The figures that are drawn anew each time. `{name}` in the texts is replaced by the figure.',
  ),
};

/** The fields of both kinds. */
export const questionContent = {
  kind: oneOf(questionKinds),
  ...questionTexts,
  ...choiceFields,
  ...numberFields,
};

const textDefaults = {
  explanation: questionTexts.explanation.default(''),
  status: QuestionStatus.default('draft'),
  source: questionTexts.source.default(''),
};

const common = { ...questionTexts, ...textDefaults };

export const choiceQuestion = { ...common, kind: z.literal('choice').exactOptional(), ...choiceFields };

export const numberQuestion = {
  ...common,
  kind: z.literal('number'),
  ...numberFields,
  tolerance: numberFields.tolerance.nullish(),
  variables: numberFields.variables.default([]),
};

export const unknownKind = { error: requiredOr(`Must be ${questionKinds.join(' or ')}.`) };

interface QuestionAnswer {
  choices: string[];
  answer: number;
}

export const withValidAnswer = <Schema extends z.ZodObject & z.ZodType<QuestionAnswer>>(
  question: Schema,
): Schema =>
  question.refine(({ choices, answer }) => answer < choices.length, {
    path: ['answer'],
    message: noSuchChoice,
  });

/** A question in the file of a question bank. */
export const BankQuestion = z.discriminatedUnion(
  'kind',
  [
    withValidAnswer(z.strictObject({ ...choiceQuestion, category: CategoryName })),
    z.strictObject({ ...numberQuestion, category: CategoryName }),
  ],
  unknownKind,
);
export type BankQuestion = z.infer<typeof BankQuestion>;

export const Question = z
  .object({
    id: Id,
    kind: storedKind(questionKinds),
    text: z.string(),
    choices: z.array(z.string()).describe('Empty for a number.'),
    answer: z.int().nullable().describe('Null for a number.'),
    unit: storedChoice(figureUnits, 'plain').nullable().describe('Null for a choice, like the next two.'),
    tolerance: z.number().nullable(),
    solution: Solution.nullable(),
    variables: z.array(
      z.object({
        name: z.string(),
        from: z.number(),
        to: z.number(),
        step: z.number(),
        unit: storedChoice(figureUnits, 'plain'),
      }),
    ),
    explanation: z.string(),
    category_id: Id,
    category_name: z.string(),
    difficulty: z.int(),
    status: storedChoice(questionStatuses, 'draft'),
    source: z.string(),
    date_updated: Timestamp,
    calculation_fault: z
      .string()
      .nullable()
      .describe(
        'Why the answer could not be computed when the question was last drawn. Training passes it over.',
      ),
    answered: z.int().describe('The answers in finished attempts, as last counted.'),
    right_share: z.number().nullable().describe('From 0 to 1. Null without answers.'),
    discrimination: z
      .number()
      .nullable()
      .describe(
        `The right share in the third of the attempts with the most other right answers, less that in the third with the fewest. Null below ${questionMarks.leastAnswers} answers.`,
      ),
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof Question>;

export const exampleCategory: Category = {
  id: '01930a4e-7c00-7000-8000-000000000011',
  name: 'Interest and loans',
  slug: 'interest-and-loans',
  description: 'How interest is charged and what a loan costs.',
  position: 1,
  question_count: 12,
  published_count: 10,
  date_updated: '2026-01-31T02:03:04.567Z',
};

export const exampleQuestion: Question = {
  id: '01930a4e-7c00-7000-8000-000000000012',
  kind: 'choice',
  text: 'A loan of $10,000 has a rate of 6% a year. What is one month’s interest?',
  choices: ['$60.00', '$50.00', '$600.00'],
  answer: 1,
  unit: null,
  tolerance: null,
  solution: null,
  variables: [],
  explanation: 'A twelfth of 6% is 0.5%, and 0.5% of $10,000 is $50.',
  category_id: exampleCategory.id,
  category_name: exampleCategory.name,
  difficulty: 1,
  status: 'published',
  source: 'ASIC, Moneysmart, Loans',
  date_updated: '2026-01-31T02:03:04.567Z',
  calculation_fault: null,
  answered: 40,
  right_share: 0.75,
  discrimination: 0.3,
};

const { text, explanation, category_id, difficulty, status, source } = exampleQuestion;
export const exampleContent = {
  kind: 'choice',
  text,
  choices: exampleQuestion.choices,
  answer: 1,
  explanation,
  category_id,
  difficulty,
  status,
  source,
} as const;

/** The same question as a number with figures that are drawn. */
export const exampleNumberContent = {
  kind: 'number',
  text: 'A loan of {amount} has a rate of {rate} a year. What is one month’s interest?',
  unit: 'AUD',
  tolerance: 0.005,
  solution: { expression: 'amount * rate / 100 / 12' },
  variables: [
    { name: 'amount', from: 10_000, to: 90_000, step: 5_000, unit: 'AUD' },
    { name: 'rate', from: 4, to: 8, step: 0.25, unit: 'percent' },
  ],
  explanation: 'A twelfth of {rate} of {amount} is {answer}.',
  category_id: exampleCategory.id,
  difficulty: 1,
  status: 'draft',
  source: 'ASIC, Moneysmart, Loans',
} as const;
