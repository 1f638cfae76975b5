import { count, nounAfter } from 'contract/counts.ts';
export const trainingLimits = { questions: 50, defaultQuestions: 10 } as const;

export const trainingMessages = {
  answeredAlready: 'This question has been answered already.',
  retryAlone: 'Cannot be combined with a category or a difficulty.',
  tooFewQuestions: (questions: number) =>
    `There ${nounAfter(questions, 'is', 'are')} only ${count(questions, 'question')} of this kind.`,
} as const;
