export const trainingLimits = { questions: 50, defaultQuestions: 10 } as const;

export const trainingMessages = {
  answeredAlready: 'This question has been answered already.',
  retryAlone: 'Cannot be combined with a category or a difficulty.',
  tooFewQuestions: (count: number) => `There are only ${count} questions of this kind.`,
} as const;
