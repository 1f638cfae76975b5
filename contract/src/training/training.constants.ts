import { count, nounAfter } from 'contract/counts.ts';
export const trainingLimits = {
  questions: 50,
  defaultQuestions: 10,
  sampleQuestions: 10,
  sampleOfCategory: 2,
  sampleHours: 2,
  sampleTokenMaxLength: 4_000,
  /** The longest time that counts for an answer. */
  answerSeconds: 600,
} as const;

export const trainingMessages = {
  sampleInvalid: 'The sample has expired. Start a new one.',
  sampleChanged: 'This question has changed since. Start a new sample.',
  notInSample: 'Must be a question of the sample.',
  sampleKeptByOther: 'Another account has these answers already.',
  choiceOrValue: 'Either a choice or a value is required.',
  notAChoice: 'This question takes a value.',
  notAValue: 'This question takes a choice.',
  dueAlone: 'Cannot be combined with a repetition.',
  noneDue: 'No question is due.',
  answeredAlready: 'This question has been answered already.',
  retryAlone: 'Cannot be combined with a category or a difficulty.',
  tooFewQuestions: (questions: number) =>
    `There ${nounAfter(questions, 'is', 'are')} only ${count(questions, 'question')} of this kind.`,
} as const;
