import { paths } from '#parts/navigation/paths.ts';
import { calculatorPage } from '#parts/page/calculator-page.ts';

export const pages = [
  calculatorPage(
    paths.borrowingPower,
    'Borrowing power',
    'The largest loan that you can repay with a payment, and what the payment becomes if rates rise.',
  ),
];
