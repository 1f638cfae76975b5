import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { title } from './texts.ts';

export const studyLoan: readonly FeatureRoute[] = [
  {
    path: paths.studyLoan,
    access: 'guest',
    load: () => import('./study-loan-screen.tsx'),
    title,
    bar: { label: 'STUDY LOAN', text: 'When it ends, and whether to pay early.', order: 92 },
  },
];
