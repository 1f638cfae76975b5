import { trainingLimits } from 'contract/training/training.constants.ts';
import { routes } from '#app/routing/routes.ts';
import { lede as buyingLede } from '#features/buying/texts.ts';
import { lede as studyLoanLede } from '#features/study-loan/texts.ts';
import { paths } from '#parts/navigation/paths.ts';
import { calculatorHead } from '#parts/page/calculator-page.ts';
import type { PublicPage } from '#parts/page/public-page.ts';

const features = import.meta.glob<{ pages: readonly PublicPage[] }>('../../features/*/pages.ts', {
  eager: true,
});

/** The descriptions of the calculators whose terms are in the fragment of the URL, which the server never receives. */
const calculatorDescriptions = {
  [paths.buying]: buyingLede,
  [paths.savings]:
    'How much regular deposits grow to, month by month and to the cent, and what they will buy.',
  [paths.statement]: 'Every interest charge of your home loan, recomputed to the cent.',
  [paths.studyLoan]: studyLoanLede,
  [paths.switching]:
    'Your loan beside up to three offers: what switching costs, and from which payment it saves money.',
  [paths.takeHomePay]: 'Your pay after tax, with each step of the calculation and its source in law.',
};

/** The descriptions of the pages that have nothing else of their own. */
const pageDescriptions = {
  [paths.privacy]:
    'What Declassified stores about you, who has viewed it, who can sign in, and how to export or erase it.',
  [paths.training]: `${trainingLimits.sampleQuestions} questions on money and the economy to try without an account, with figures that are new each time and an explanation of each answer.`,
};

const titleOf = (path: string) => routes.find((route) => route.path === path)?.title ?? '';

/** The public pages of all features, and of the screens that combine several features. */
export const pages: readonly PublicPage[] = [
  ...Object.values(features).flatMap((feature) => feature.pages),
  ...Object.entries(calculatorDescriptions).map(([path, description]) => ({
    path,
    head: () => calculatorHead(titleOf(path), description),
    hasTerms: true,
  })),
  ...Object.entries(pageDescriptions).map(([path, description]) => ({
    path,
    head: () => ({ title: titleOf(path), description }),
  })),
];
