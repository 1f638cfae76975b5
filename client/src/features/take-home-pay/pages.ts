import { paths } from '#parts/navigation/paths.ts';
import { calculatorPage } from '#parts/page/calculator-page.ts';

export const pages = [
  calculatorPage(
    paths.takeHomePay,
    'Take-home pay',
    'Your pay after tax, with each step of the calculation and its source in law.',
  ),
];
