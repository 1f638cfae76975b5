import { paths } from '#parts/navigation/paths.ts';
import { calculatorPage } from '#parts/page/calculator-page.ts';

export const pages = [
  calculatorPage(
    paths.savings,
    'Savings',
    'How much regular deposits grow to, month by month and to the cent, and what they will buy.',
  ),
];
