import { z } from 'zod';
import { boundedText, Id, possiblyEmptyText, requiredOr, Timestamp } from './fields.ts';
import { difficulties, questionStatuses, quizLimits, quizMessages } from './quiz.constants.ts';

const limits = quizLimits;

const filledText = (max: number) =>
  boundedText(max).refine((text) => text === '' || text.trim() !== '', 'Must not be blank.');

export const CategoryName = filledText(limits.nameMaxLength).transform((name) => name.trim());
export const CategoryDescription = possiblyEmptyText(limits.descriptionMaxLength);

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().meta({ description: 'Made of the name, for addresses.' }),
    description: z.string(),
    position: z.int(),
    question_count: z.int(),
    published_count: z.int(),
    date_updated: Timestamp,
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof Category>;

/** Ignores letter case and outer spaces, which nobody sees. */
const areDifferent = (choices: string[]) =>
  new Set(choices.map((choice) => choice.trim().toLowerCase())).size === choices.length;

const Choices = z
  .array(filledText(limits.choiceMaxLength), { error: requiredOr('Must be a list of texts.') })
  .min(limits.minChoices, `Must have at least ${limits.minChoices} choices.`)
  .max(limits.maxChoices, `Must have at most ${limits.maxChoices} choices.`)
  .refine(areDifferent, 'Must be different from one another.');

const wholeNumber = requiredOr('Must be a whole number.');
export const ChoiceIndex = z
  .int({ error: wholeNumber })
  .min(0, quizMessages.noSuchChoice)
  .max(limits.maxChoices - 1, quizMessages.noSuchChoice);

const hardest = Math.max(...difficulties);
export const Difficulty = z
  .int({ error: wholeNumber })
  .min(1, `Must be from 1 to ${hardest}.`)
  .max(hardest, `Must be from 1 to ${hardest}.`);

export const QuestionStatus = z.enum(questionStatuses, {
  error: requiredOr(`Must be ${questionStatuses.join(' or ')}.`),
});

export const questionContent = {
  text: filledText(limits.textMaxLength),
  choices: Choices,
  answer: ChoiceIndex.meta({ description: 'The index of the right choice, from 0.' }),
  explanation: possiblyEmptyText(limits.explanationMaxLength),
  difficulty: Difficulty,
  status: QuestionStatus,
  source: possiblyEmptyText(limits.sourceMaxLength),
};

export const questionDefaults = {
  explanation: questionContent.explanation.default(''),
  status: QuestionStatus.default('draft'),
  source: questionContent.source.default(''),
};

interface Answered {
  choices: string[];
  answer: number;
}

export const withRightChoice = <Schema extends z.ZodType<Answered>>(question: Schema): Schema =>
  question.refine(({ choices, answer }) => answer < choices.length, {
    path: ['answer'],
    message: quizMessages.noSuchChoice,
  });

/** As a question bank's file holds it. */
export const BankQuestion = withRightChoice(
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
