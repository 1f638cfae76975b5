export const quizLimits = {
  categories: 500,
  nameMaxLength: 80,
  descriptionMaxLength: 500,
  textMaxLength: 1_000,
  minChoices: 2,
  maxChoices: 6,
  choiceMaxLength: 300,
  explanationMaxLength: 2_000,
  sourceMaxLength: 300,
  importRows: 10_000,
  /** The rows of an import whose answers are computed, because each is computed for many draws. */
  computedRows: 500,
  /** The number of faults that an import reports; further faults are only counted. */
  namedFaults: 100,
} as const;

export const questionKinds = ['choice', 'number'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The units of a variable and of an answer that is a number. */
export const figureUnits = ['AUD', 'percent', 'months', 'years', 'plain'] as const;
export type FigureUnit = (typeof figureUnits)[number];

/** How far a right answer may be from the exact one, if the question does not say. */
export const defaultTolerances: Readonly<Record<FigureUnit, number>> = {
  AUD: 0.005,
  percent: 0.005,
  months: 0,
  years: 0,
  plain: 0,
};

/** The calculations that may answer a question. */
export const questionCalculations = ['loan', 'scenario', 'savings', 'switch', 'take_home_pay'] as const;
export type QuestionCalculation = (typeof questionCalculations)[number];

export const figureLimits = {
  variables: 6,
  variableNameMaxLength: 20,
  decimals: 6,
  /** Of a variable. */
  values: 100_000,
  /** The largest number in a question. */
  max: 1e12,
  expressionMaxLength: 200,
  fieldMaxLength: 100,
  /** The JSON of the input of a calculation. */
  inputMaxLength: 2_000,
  largestExponent: 600,
  typedMaxLength: 40,
  previewDraws: 3,
  previewCorners: 64,
} as const;

/** Below these numbers of right answers, above them, and below this discrimination, a list marks a question. */
export const questionMarks = {
  hardBelow: 0.1,
  easyAbove: 0.95,
  unclearBelow: 0.1,
  /** The fewest answers from which a discrimination is computed. */
  leastAnswers: 30,
} as const;

export const questionSorts = ['hardest', 'easiest', 'least_telling'] as const;

export const difficulties = [1, 2, 3] as const;
export const difficultyLabels: Record<number, string> = { 1: 'Easy', 2: 'Medium', 3: 'Hard' };

export const questionStatuses = ['draft', 'published'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** The columns of a question bank in CSV, where `answer` counts from 1, and `solution` and `variables` are JSON. */
export const choiceColumns = [
  'choice_1',
  'choice_2',
  'choice_3',
  'choice_4',
  'choice_5',
  'choice_6',
] as const;
export const bankColumns = [
  'text',
  ...choiceColumns,
  'answer',
  'explanation',
  'category',
  'difficulty',
  'status',
  'source',
  'kind',
  'unit',
  'tolerance',
  'solution',
  'variables',
] as const;

export const quizMessages = {
  categoryNameTaken: 'Another category has this name.',
  categoryInUse: 'This category has questions. Move them to another one first.',
  categoryMovedToItself: 'The questions cannot move to the category that is deleted.',
  tooManyCategories: `There are ${quizLimits.categories} categories already.`,
  noSuchCategory: 'No such category.',
  noSuchChoice: 'Must be one of the choices.',
  questionsImported: 'Questions imported.',
  dryRunPassed: 'Every row can be imported.',
  releaseCompared: 'Nothing was imported: these are the questions of this version.',
  noQuestionsFound: 'No questions found for the given filters',
} as const;

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
