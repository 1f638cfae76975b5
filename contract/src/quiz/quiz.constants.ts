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
  /** The number of faults that an import reports; further faults are only counted. */
  namedFaults: 100,
} as const;

export const difficulties = [1, 2, 3] as const;
export const difficultyLabels: Record<number, string> = { 1: 'Easy', 2: 'Medium', 3: 'Hard' };

export const questionStatuses = ['draft', 'published'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** The columns of a question bank in CSV, where `answer` counts from 1. */
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
  noQuestionsFound: 'No questions found for the given filters',
} as const;
