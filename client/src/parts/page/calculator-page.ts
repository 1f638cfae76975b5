import type { PageHead } from 'contract/page-renderer.ts';
import type { PublicPage } from './public-page.ts';

/** The page of a calculator whose terms are in the fragment of its URL, which the server never receives. */
export const calculatorPage = (path: string, title: string, description: string): PublicPage => ({
  path,
  head: () => calculatorHead(title, description),
  hasTerms: true,
});

export const calculatorHead = (title: string, description: string): PageHead => ({
  title,
  description,
  jsonLd: {
    '@type': 'WebApplication',
    name: title,
    description,
    applicationCategory: 'FinanceApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'AUD' },
  },
});
