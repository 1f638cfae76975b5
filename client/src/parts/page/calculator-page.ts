import type { PageHead } from 'contract/page-renderer.ts';

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
