import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const loans: readonly FeatureRoute[] = [
  {
    path: paths.loanCalculator,
    access: 'guest',
    load: () => import('./loan-calculator-screen.tsx'),
    title: 'Loan calculator',
    navigation: [{ place: 'bar', label: 'LOAN OPS', order: 30 }],
  },
];
