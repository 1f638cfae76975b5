import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CategoryDescription,
  CategoryName,
  choiceQuestion,
  numberQuestion,
  withValidAnswer,
} from 'contract/quiz/quiz-fields.ts';
import { z } from 'zod';
import { contentFolder } from '#root-folders.ts';

/** The format of a figure in the text of a choice. */
const FigureFormat = z.strictObject({
  before: z.string().default(''),
  decimals: z.int().min(0).max(4),
  after: z.string().default(''),
  divided_by: z.int().positive().default(1),
});

const date = z.string().regex(/^\d{4}(-\d{2}){0,2}$/);
/**
 * The values of `audusd-monthly` are Australian dollars for one US dollar (1.9936 in April 2001), which is the inverse
 * of its title. Its questions ask for that value.
 */
const dataset = z.enum(['audusd-monthly', 'gdp-australia', 'inflation-australia', 'rba-cash-rate-changes']);

/** How the correct choice follows from the product's engines or its datasets. */
const Check = z.union([
  z.strictObject({
    income_tax: z.strictObject({ year: z.string(), taxable_income: z.number() }),
    field: z.enum(['tax', 'average_rate_percent', 'marginal_rate_percent']),
    shown: FigureFormat,
  }),
  z.strictObject({ dataset, figure: z.literal('value'), date, shown: FigureFormat }),
  /** These results are dates. */
  z.strictObject({ dataset, figure: z.enum(['highest', 'lowest']), from: date, to: date }),
  z.strictObject({
    dataset,
    figure: z.enum(['rise', 'fall', 'ratio', 'changes']),
    from: date,
    to: date,
    shown: FigureFormat,
  }),
]);

const isTrimmed = (text: string) => text === text.trim() && text !== '';
const notTrimmed = 'is empty or has blanks at an end';
const trimmedText = <Schema extends z.ZodType<string>>(text: Schema): Schema =>
  text.refine(isTrimmed, notTrimmed);

const texts = {
  text: trimmedText(choiceQuestion.text),
  explanation: trimmedText(z.string()),
  source: trimmedText(z.string()),
  status: z.literal('published'),
};

const ChoiceQuestion = withValidAnswer(
  z.strictObject({
    ...choiceQuestion,
    ...texts,
    choices: choiceQuestion.choices.refine((choices) => choices.every(isTrimmed), notTrimmed),
    check: Check.optional(),
  }),
);

const NumberQuestion = z.strictObject({ ...numberQuestion, ...texts });

const Question = z.discriminatedUnion('kind', [ChoiceQuestion, NumberQuestion]);

const QuestionFile = z.strictObject({
  category: z.strictObject({
    name: trimmedText(CategoryName),
    description: trimmedText(CategoryDescription),
  }),
  questions: z.array(Question).min(1),
});

export type Check = z.infer<typeof Check>;
export type CheckWith<Key extends string> = Extract<Check, Record<Key, unknown>>;
export type Question = z.infer<typeof Question>;
export type ChoiceQuestion = z.infer<typeof ChoiceQuestion>;
export type NumberQuestion = z.infer<typeof NumberQuestion>;

const folder = join(contentFolder, 'questions');

export const questionFiles = readdirSync(folder);

export function readQuestionFile(file: string): z.infer<typeof QuestionFile> {
  return QuestionFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
}
