import { setImmediate } from 'node:timers/promises';
import type { FieldErrors } from 'contract/errors.ts';
import type { Solution, Variable } from 'contract/quiz/number-questions.ts';
import { figureLimits, type QuestionCalculation } from 'contract/quiz/quiz.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import { type Calculators, type Charging, runCalculation } from '#domain/finance/calculators.ts';
import { type Draw, fillInput } from './draws.ts';
import { compileExpression, ExpressionError, leastCost } from './expressions.ts';
import { fractionOf, numberOf } from './fractions.ts';

/** The calculators of questions, for one request. */
export interface QuestionCalculators extends Charging {
  calculators: Pick<Calculators, QuestionCalculation>;
}

/** Why a question has no answer, by the fields of its solution. */
export class SolutionError extends Error {
  readonly details: FieldErrors;

  constructor(details: FieldErrors) {
    super(Object.values(details).flat().join(' '));
    this.details = details;
  }
}

type Input = NonNullable<Solution['input']>;

// Not an interface, whose properties could not be JSON of the database.
export type SolvedBy = { kind: QuestionCalculation; input: Input };

export interface Solved {
  /** The exact answer. */
  answer: number;
  /** The calculation that gave it. */
  calculation: SolvedBy | null;
}

export type Solve = (draw: Draw) => Solved | Promise<Solved>;

/** The function that computes the answer for a draw. It and this function throw a `SolutionError`. */
export function compileSolution(
  solution: Solution,
  variables: readonly Variable[],
  calculators: QuestionCalculators,
): Solve {
  const { value, expression, calculation: kind, input: template = {}, field = '' } = solution;
  if (value !== undefined) return () => ({ answer: value, calculation: null });
  if (expression !== undefined) return solveExpression(expression, variables, calculators);
  if (kind === undefined) throw new SolutionError({ solution: ['Required.'] });
  return async (draw) => {
    const input = fillInput(template, draw);
    await giveWay(calculators);
    try {
      const result = await runCalculation(calculators.calculators, calculators, kind, input);
      return {
        answer: finite(numberAt(result, field), 'solution.field'),
        calculation: { kind, input },
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const details = Object.entries(error.details).map(([name, reasons]) => [
        `solution.input.${name}`,
        reasons,
      ]);
      throw new SolutionError(Object.fromEntries(details) as FieldErrors);
    }
  };
}

function solveExpression(expression: string, variables: readonly Variable[], calculators: Charging): Solve {
  const names = variables.map(({ name }) => name);
  const compute = explained(() => compileExpression(expression, names));
  return async (draw) => {
    await giveWay(calculators);
    const values = Object.entries(draw).map(([name, figure]) => [name, fractionOf(figure)] as const);
    // Who has used up the limit is refused before the work, whose cost is not known yet. The rest is charged before anything else
    // runs, so that requests at the same time exceed the limit by one computation.
    await calculators.charge(leastCost);
    const work = { cost: 0 };
    try {
      const answer = numberOf(explained(() => compute(new Map(values), work)));
      return { answer: finite(answer, 'solution.expression'), calculation: null };
    } finally {
      await calculators.charge(Math.ceil(work.cost) - leastCost);
    }
  };
}

/** Other requests are served between two draws, and nothing is computed for a client that has gone. */
async function giveWay({ signal }: Charging): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

function explained<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new SolutionError({ 'solution.expression': [error.message] });
  }
}

function finite(answer: number | undefined, field: string): number {
  if (answer === undefined)
    throw new SolutionError({ [field]: ['Must be the path of a number of the result.'] });
  if (Math.abs(answer) <= figureLimits.max) return answer;
  throw new SolutionError({ [field]: ['Gives a number that is too large.'] });
}

function numberAt(result: object, path: string): number | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (holder, key) =>
        typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
          ? (holder as Record<string, unknown>)[key]
          : undefined,
      result,
    );
  return typeof value === 'number' ? value : undefined;
}
