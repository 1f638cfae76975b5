import {
  figureUnits,
  type FigureUnit,
  type QuestionCalculation,
  type QuestionKind,
  type QuestionStatus,
  quizLimits,
} from 'contract/quiz/quiz.constants.ts';
import type { Question } from 'contract/quiz/quiz-fields.ts';
import type { Solution, Variable } from 'contract/quiz/number-questions.ts';

/** How the answer of a question is computed. */
export type SolutionKind = 'value' | 'expression' | 'calculation';

type VariableDraft = Record<'name' | 'from' | 'to' | 'step', string> & { unit: FigureUnit };

interface SolutionDraft {
  kind: SolutionKind;
  value: string;
  expression: string;
  calculation: QuestionCalculation;
  /** JSON. */
  input: string;
  field: string;
}

export interface QuestionDraft {
  kind: QuestionKind;
  text: string;
  choices: string[];
  /** The index of the right choice; null until one is marked. */
  answer: number | null;
  unit: FigureUnit;
  /** Empty for the default. */
  tolerance: string;
  solution: SolutionDraft;
  variables: VariableDraft[];
  explanation: string;
  /** The category id, or the category name in an import. */
  category: string;
  /** The value of the select field. */
  difficulty: string;
  status: QuestionStatus;
  source: string;
}

export const initialChoices = 4;

const emptyChoices = () => Array.from({ length: initialChoices }, () => '');

export const emptyVariable: VariableDraft = { name: '', from: '', to: '', step: '', unit: 'plain' };

const emptySolution: SolutionDraft = {
  kind: 'expression',
  value: '',
  expression: '',
  calculation: 'loan',
  input: '',
  field: '',
};

export const emptyDraft: QuestionDraft = {
  kind: 'choice',
  text: '',
  choices: emptyChoices(),
  answer: null,
  unit: 'AUD',
  tolerance: '',
  solution: emptySolution,
  variables: [],
  explanation: '',
  category: '',
  difficulty: '1',
  status: 'draft',
  source: '',
};

/** A question without a kind, of another server, has choices. */
export function draftOf(question: Question): QuestionDraft {
  const { text, answer, explanation, category_id, difficulty, status, source } = question;
  const choices = question.choices.length > 0 ? question.choices : emptyChoices();
  return {
    ...numberDraft(question),
    kind: question.kind === 'number' ? 'number' : 'choice',
    text,
    choices,
    answer,
    explanation,
    category: category_id,
    difficulty: String(difficulty),
    status,
    source,
  };
}

type NumberDraft = Pick<QuestionDraft, 'unit' | 'tolerance' | 'solution' | 'variables'>;

interface NumberFields {
  unit?: FigureUnit | null;
  tolerance?: number | null;
  solution?: Solution | null;
  variables?: readonly Variable[];
}

/** The fields of a number as texts. */
export function numberDraft({ unit, tolerance, solution, variables = [] }: NumberFields): NumberDraft {
  return {
    unit: unit ?? 'AUD',
    tolerance: tolerance === undefined || tolerance === null ? '' : String(tolerance),
    solution: solution ? solutionDraft(solution) : emptySolution,
    variables: variables.map(({ name, from, to, step, unit: variableUnit }) => ({
      name,
      from: String(from),
      to: String(to),
      step: String(step),
      unit: figureUnits.includes(variableUnit) ? variableUnit : 'plain',
    })),
  };
}

function solutionDraft({ value, expression, calculation, input, field }: Solution): SolutionDraft {
  if (value !== undefined) return { ...emptySolution, kind: 'value', value: String(value) };
  if (expression !== undefined) return { ...emptySolution, kind: 'expression', expression };
  return {
    ...emptySolution,
    kind: 'calculation',
    calculation: calculation ?? 'loan',
    input: input ? JSON.stringify(input, undefined, 2) : '',
    field: field ?? '',
  };
}

export type Choices = Pick<QuestionDraft, 'choices' | 'answer'>;

/** The fields of the question's kind, as a request contains them. The schema refuses texts that are no numbers. */
export function contentOf(draft: QuestionDraft) {
  const { kind, text, explanation, difficulty, status, source } = draft;
  const common = { text, explanation, status, source, difficulty: Number(difficulty) };
  return kind === 'number'
    ? { ...common, kind, ...numberContent(draft) }
    : { ...common, kind, ...choiceContent(draft) };
}

/** Without empty choices at the end. The schema refuses a null answer. */
export function choiceContent({ choices, answer }: Choices) {
  const count = Math.max(quizLimits.minChoices, choices.findLastIndex((choice) => choice.trim() !== '') + 1);
  return { choices: choices.slice(0, count), answer: answer as number };
}

function numberContent({ unit, tolerance, solution, variables }: QuestionDraft) {
  return {
    unit,
    ...(tolerance.trim() && { tolerance: numberOf(tolerance) }),
    solution: solutionContent(solution),
    variables: variables.map((variable) => ({
      ...variable,
      name: variable.name.trim(),
      from: numberOf(variable.from),
      to: numberOf(variable.to),
      step: numberOf(variable.step),
    })),
  };
}

function solutionContent({ kind, value, expression, calculation, input, field }: SolutionDraft): Solution {
  if (kind === 'value') return { value: numberOf(value) };
  if (kind === 'expression') return { expression };
  return { calculation, input: inputOf(input), field };
}

const plainNumber = /^-?(?:\d+\.?\d*|\.\d+)$/;

/** Text that is not a number is returned unchanged, for the schema to refuse. */
function numberOf(text: string): number {
  const plain = text.trim().replaceAll(/[$,%]/g, '');
  return plainNumber.test(plain) ? Number(plain) : (text as unknown as number);
}

function inputOf(text: string): NonNullable<Solution['input']> {
  try {
    return JSON.parse(text) as NonNullable<Solution['input']>;
  } catch {
    return text as unknown as NonNullable<Solution['input']>;
  }
}

export function withoutChoice({ choices, answer }: Choices, index: number): Choices {
  const shifted = answer !== null && answer > index ? answer - 1 : answer;
  return { choices: choices.toSpliced(index, 1), answer: answer === index ? null : shifted };
}
