import { paths } from '#parts/navigation/paths.ts';
import { calculatorPage } from '#parts/page/calculator-page.ts';

export const pages = [
  calculatorPage(
    paths.statement,
    'My loan, checked',
    'Every interest charge of your home loan, recomputed to the cent.',
  ),
];
