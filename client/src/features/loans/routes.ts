import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const loans: readonly FeatureRoute[] = [
  {
    path: paths.loanCalculator,
    access: 'guest',
    load: () => import('./loan-calculator-screen.tsx'),
    completePage: async (queries) => (await import('./use-last-loan.ts')).completeLastLoan(queries),
    title: 'Loan calculator',
    bar: {
      label: 'LOAN OPS',
      text: 'The loan calculator: payment, interest and every row.',
      order: 30,
    },
  },
];
