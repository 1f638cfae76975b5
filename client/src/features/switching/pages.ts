import { paths } from '#parts/navigation/paths.ts';
import { calculatorPage } from '#parts/page/calculator-page.ts';

export const pages = [
  calculatorPage(
    paths.switching,
    'Switch',
    'Your loan beside up to three offers: what switching costs, and from which payment it saves money.',
  ),
];
