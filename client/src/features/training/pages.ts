import { trainingLimits } from 'contract/training/training.constants.ts';
import { paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';

export const pages: readonly PublicPage[] = [
  {
    path: paths.training,
    head: () => ({
      title: 'Training',
      description: `${trainingLimits.sampleQuestions} questions on money and the economy to try without an account, with figures that are new each time and an explanation of each answer.`,
    }),
  },
];
