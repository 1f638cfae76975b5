import { paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';

export const pages: readonly PublicPage[] = [
  {
    path: paths.core,
    head: () => ({
      description:
        'Finance and economics, decrypted: a loan calculator exact to the cent, with its method in the open. Information only, not financial advice.',
      headline: 'Decrypt finance and economics with intelligence',
      jsonLd: { '@type': 'WebSite', name: 'Declassified' },
    }),
  },
];
