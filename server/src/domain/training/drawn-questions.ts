import { randomInt } from 'node:crypto';
import { answerDecimals, figureText } from 'contract/quiz/figures.ts';
import type { Question } from 'contract/quiz/quiz-fields.ts';
import type { FigureUnit, QuestionKind } from 'contract/quiz/quiz.constants.ts';
import { type Draw, drawValues, fill } from './draws.ts';
import { fractionOf, numberOf, rounded } from './fractions.ts';
import { compileSolution, type QuestionCalculators, type Solve, type SolvedBy } from './solutions.ts';

/** A question as staff wrote it. */
export type StoredQuestion = Pick<
  Question,
  'text' | 'choices' | 'answer' | 'unit' | 'tolerance' | 'solution' | 'variables' | 'explanation'
> & { kind: QuestionKind };

/** A question as it is asked: with its figures, and its choices in another order. */
export interface DrawnQuestion extends Omit<StoredQuestion, 'solution' | 'variables'> {
  exact_answer: number | null;
  figures: Draw | null;
  calculation: SolvedBy | null;
}

/** What decides how a question is asked. */
export interface Drawing {
  /** The order of the choices, by their indexes. */
  order: number[];
  figures: Draw;
}

const maxDraws = 20;

/** An answer that is one of the figures is drawn again, because it could be copied from the text. */
export async function drawQuestion(
  question: StoredQuestion,
  calculators: QuestionCalculators,
): Promise<{ drawing: Drawing; question: DrawnQuestion }> {
  const order = shuffle([...question.choices.keys()]);
  const { solution, variables } = question;
  if (!solution) return { drawing: { order, figures: {} }, question: withChoices(question, order) };
  const solve = compileSolution(solution, variables, calculators);
  for (let draws = 1; ; draws++) {
    const figures = drawValues(variables);
    const drawn = await withFigures(question, figures, solve);
    const isFigure = Object.values(figures).some((value) => value === drawn.exact_answer);
    if (!isFigure || draws === maxDraws) return { drawing: { order, figures }, question: drawn };
  }
}

/** The question of an earlier drawing. */
export function redraw(
  question: StoredQuestion,
  { order, figures }: Drawing,
  calculators: QuestionCalculators,
): DrawnQuestion | Promise<DrawnQuestion> {
  const { solution, variables } = question;
  if (!solution) return withChoices(question, order);
  return withFigures(question, figures, compileSolution(solution, variables, calculators));
}

const noNumber = { exact_answer: null, figures: null, calculation: null };

function withChoices(
  { solution: _solution, variables: _variables, ...question }: StoredQuestion,
  order: number[],
) {
  return {
    ...question,
    ...noNumber,
    choices: order.map((index) => question.choices[index] ?? ''),
    answer: order.indexOf(question.answer ?? -1),
  };
}

/** Throws a `SolutionError`. */
export async function withFigures(
  { solution: _solution, variables, ...question }: StoredQuestion,
  figures: Draw,
  solve: Solve,
): Promise<DrawnQuestion & { exact_answer: number }> {
  const { answer, calculation } = await solve(figures);
  const texts = new Map(
    variables.map(({ name, unit }) => [name, figureText(figures[name] ?? Number.NaN, unit)]),
  );
  return {
    ...question,
    exact_answer: answer,
    figures,
    calculation,
    text: fill(question.text, texts),
    explanation: fill(
      question.explanation,
      new Map([...texts, ['answer', answerText(answer, question.unit ?? 'plain')]]),
    ),
  };
}

/** The exact answer as it is written. */
export const roundedAnswer = (answer: number, unit: FigureUnit): number =>
  numberOf(rounded(fractionOf(answer), answerDecimals(unit)));

const answerText = (answer: number, unit: FigureUnit) => figureText(roundedAnswer(answer, unit), unit);

/** The Fisher–Yates shuffle. */
export function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
