import type { FieldErrors } from 'contract/errors.ts';
import { figureText } from 'contract/quiz/figures.ts';
import { figureLimits } from 'contract/quiz/quiz.constants.ts';
import { validationFailed } from '#errors.ts';
import { cornersOf, type Draw, drawsToCheck, placeholdersOf, placeholdersOfInput } from './draws.ts';
import { drawQuestion, type StoredQuestion } from './drawn-questions.ts';
import { compileSolution, type QuestionCalculators, SolutionError } from './solutions.ts';

/** The faults of a question by field: unused and unknown variables, and draws without an answer. */
export async function faultsOf(
  question: StoredQuestion,
  calculators: QuestionCalculators,
): Promise<FieldErrors> {
  const { solution, variables } = question;
  if (!solution) return {};
  const faults = faultsOfNames(question);
  if (Object.keys(faults).length > 0) return faults;
  let draw: Draw | undefined;
  try {
    const solve = compileSolution(solution, variables, calculators);
    for (draw of drawsToCheck(variables)) await solve(draw);
    return {};
  } catch (error) {
    if (!(error instanceof SolutionError)) throw error;
    return draw ? withDraw(error.details, draw, question) : error.details;
  }
}

/** Throws `validation_failed`. */
export async function assertAnswerable(
  question: StoredQuestion,
  calculators: QuestionCalculators,
): Promise<void> {
  const faults = await faultsOf(question, calculators);
  if (Object.keys(faults).length > 0) throw validationFailed(faults);
}

function faultsOfNames({ text, explanation, solution, variables }: StoredQuestion): FieldErrors {
  const names = variables.map(({ name }) => name);
  const faults: Record<string, string[]> = {};
  const refuse = (field: string, reason: string) => (faults[field] = [...(faults[field] ?? []), reason]);
  const unknown = (used: string[]) => [...new Set(used.filter((name) => !names.includes(name)))];
  for (const name of unknown(placeholdersOf(text))) {
    refuse('text', name === 'answer' ? 'Must not contain the answer.' : `{${name}} is not a variable.`);
  }
  for (const name of unknown(placeholdersOf(explanation))) {
    if (name !== 'answer') refuse('explanation', `{${name}} is not a variable.`);
  }
  const input = placeholdersOfInput(solution?.input);
  for (const name of unknown(input)) refuse('solution.input', `{${name}} is not a variable.`);
  const solving = new Set([...input, ...(solution?.expression?.match(/[a-z]+/g) ?? [])]);
  for (const name of names) {
    if (!placeholdersOf(text).includes(name)) {
      refuse('variables', `${name} is not used: the text must contain {${name}}.`);
    } else if (!solving.has(name)) {
      refuse('variables', `${name} is not used: the answer must depend on it.`);
    }
  }
  return faults;
}

function withDraw(details: FieldErrors, draw: Draw, { variables }: StoredQuestion): FieldErrors {
  const figures = variables.map(({ name, unit }) => `${name} = ${figureText(draw[name] ?? 0, unit)}`);
  if (figures.length === 0) return details;
  return Object.fromEntries(
    Object.entries(details).map(([field, reasons]) => [
      field,
      reasons.map((reason) => `With ${figures.join(', ')}: ${reason}`),
    ]),
  );
}

/** Some draws of a question, and its answer at its corners. */
export async function previewOf(question: StoredQuestion, calculators: QuestionCalculators) {
  const { solution, variables } = question;
  const draws = [];
  for (let draw = 0; draw < figureLimits.previewDraws; draw++) {
    const { question: drawn } = await drawQuestion(question, calculators);
    const { text, explanation, exact_answer, answer, figures } = drawn;
    draws.push({
      values: figures ?? {},
      text,
      answer: exact_answer ?? question.answer ?? answer ?? 0,
      explanation,
    });
  }
  if (!solution) return { draws, corners: [] };
  const solve = compileSolution(solution, variables, calculators);
  const corners = [];
  for (const values of cornersOf(variables).slice(0, figureLimits.previewCorners)) {
    corners.push({ values, answer: (await solve(values)).answer });
  }
  return { draws, corners };
}
