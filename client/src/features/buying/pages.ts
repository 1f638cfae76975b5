import { paths } from '#parts/navigation/paths.ts';
import { calculatorPage } from '#parts/page/calculator-page.ts';
import { lede, title } from './texts.ts';

export const pages = [calculatorPage(paths.buying, title, lede)];
