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
} from 'contract/fields.ts';
import { difficulties, questionStatuses, quizLimits, quizMessages } from './quiz.constants.ts';

export const CategoryName = visibleLine(quizLimits.nameMaxLength);
export const CategoryDescription = possiblyEmptyText(quizLimits.descriptionMaxLength);

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().meta({ description: 'The name in a form that suits URLs.' }),
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

export const questionContent = {
  text: visibleText(quizLimits.textMaxLength),
  choices: Choices,
  answer: ChoiceIndex.meta({ description: 'The index of the right choice, from 0.' }),
  explanation: possiblyEmptyText(quizLimits.explanationMaxLength),
  difficulty: Difficulty,
  status: QuestionStatus,
  source: possiblyEmptyText(quizLimits.sourceMaxLength),
};

export const questionDefaults = {
  explanation: questionContent.explanation.default(''),
  status: QuestionStatus.default('draft'),
  source: questionContent.source.default(''),
};

interface QuestionAnswer {
  choices: string[];
  answer: number;
}

export const withValidAnswer = <Schema extends z.ZodType<QuestionAnswer>>(question: Schema): Schema =>
  question.refine(({ choices, answer }) => answer < choices.length, {
    path: ['answer'],
    message: noSuchChoice,
  });

/** A question in the file of a question bank. */
export const BankQuestion = withValidAnswer(
  z.strictObject({ ...questionContent, ...questionDefaults, category: CategoryName }),
);
export type BankQuestion = z.infer<typeof BankQuestion>;

export const Question = z
  .object({
    id: Id,
    text: z.string(),
    choices: z.array(z.string()),
    answer: z.int(),
    explanation: z.string(),
    category_id: Id,
    category_name: z.string(),
    difficulty: z.int(),
    status: z.enum(questionStatuses),
    source: z.string(),
    date_updated: Timestamp,
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
  text: 'A loan of $10,000 has a rate of 6% a year. What is one month’s interest?',
  choices: ['$60.00', '$50.00', '$600.00'],
  answer: 1,
  explanation: 'A twelfth of 6% is 0.5%, and 0.5% of $10,000 is $50.',
  category_id: exampleCategory.id,
  category_name: exampleCategory.name,
  difficulty: 1,
  status: 'published',
  source: 'ASIC, Moneysmart, Loans',
  date_updated: '2026-01-31T02:03:04.567Z',
};
