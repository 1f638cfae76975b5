/** The fields of questions whose answer is a number, and of the figures that are drawn for them. */
import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { oneOf, requiredOr, visibleLine } from 'contract/fields.ts';
import { messages } from 'contract/texts.ts';
import { figureLimits, figureUnits, questionCalculations } from './quiz.constants.ts';

const scale = 10 ** figureLimits.decimals;

/** Digits beyond the decimals are more than the error of the product. */
const hasFewDecimals = (value: number) => {
  const scaled = value * scale;
  return Math.abs(scaled - Math.round(scaled)) <= Math.abs(scaled) * Number.EPSILON;
};

const range = `Must be from −${formatNumber(figureLimits.max)} to ${formatNumber(figureLimits.max)}.`;
const Figure = z
  .number()
  .min(-figureLimits.max, range)
  .max(figureLimits.max, range)
  .refine(hasFewDecimals, `Must have at most ${figureLimits.decimals} decimals.`);

export const FigureUnit = oneOf(figureUnits);

export const Variable = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z]+$/, 'Must be lower-case letters.')
      .max(
        figureLimits.variableNameMaxLength,
        `Must have at most ${figureLimits.variableNameMaxLength} letters.`,
      )
      .refine((name) => name !== 'answer', 'The name “answer” is that of the answer.')
      .refine((name) => !['min', 'max', 'round'].includes(name), 'This is the name of a function.'),
    from: Figure,
    to: Figure,
    step: Figure.refine((step) => step > 0, 'Must be more than 0.'),
    unit: FigureUnit.default('plain'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be less than the start.' })
  .refine(({ from, to, step }) => to < from || (to - from) / step < figureLimits.values, {
    path: ['step'],
    error: `Must give at most ${formatNumber(figureLimits.values)} values.`,
  });
export type Variable = z.output<typeof Variable>;

const haveDifferentNames = (variables: { name: string }[]) =>
  new Set(variables.map(({ name }) => name)).size === variables.length;

export const Variables = z
  .array(Variable, { error: requiredOr('Must be a list of variables.') })
  .max(figureLimits.variables, `Must have at most ${figureLimits.variables} variables.`)
  .refine(haveDifferentNames, 'Must have different names.');

const inputTooLong = `Must have at most ${formatNumber(figureLimits.inputMaxLength)} characters as JSON.`;

/** One object with optional fields instead of a union, so that a fault is reported at its field. */
export const Solution = z
  .strictObject({
    value: Figure.exactOptional(),
    expression: visibleLine(figureLimits.expressionMaxLength)
      .exactOptional()
      .describe(
        'Numbers, variables, `+`, `-`, `*`, `/`, `^`, brackets, `min`, `max` and `round(value, decimals)`, computed exactly.',
      ),
    calculation: oneOf(questionCalculations).exactOptional(),
    input: z
      .record(z.string(), z.json())
      .refine((input) => JSON.stringify(input).length <= figureLimits.inputMaxLength, inputTooLong)
      .exactOptional()
      .describe('The request body of the calculation, in which any value may be `{name}`.'),
    field: visibleLine(figureLimits.fieldMaxLength)
      .exactOptional()
      .describe(
        'The path of a number in `data` of the result, such as `amortization_schedule.0.interest_paid`.',
      ),
  })
  .superRefine(({ value, expression, calculation, input, field }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if ([value, expression, calculation].filter((part) => part !== undefined).length !== 1) {
      refuse([], 'Must have a value, an expression or a calculation.');
    }
    for (const [name, part] of Object.entries({ input, field })) {
      if (calculation !== undefined && part === undefined) refuse([name], 'Required.');
      if (calculation === undefined && part !== undefined) refuse([name], 'Belongs to a calculation.');
    }
  })
  .meta({ id: 'QuestionSolution' });
export type Solution = z.output<typeof Solution>;

const notNegative = 'Must be at least 0.';
export const Tolerance = Figure.min(0, notNegative);

/** A number, or the text as it was typed. */
export const TypedValue = z.union(
  [z.number().min(-figureLimits.max).max(figureLimits.max), z.string().max(figureLimits.typedMaxLength)],
  { error: requiredOr(messages.notANumber) },
);
