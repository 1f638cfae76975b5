import { paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';

export const pages: readonly PublicPage[] = [
  {
    path: paths.about,
    head: () => ({
      title: 'About',
      description:
        'What Declassified is, and how each of its figures is computed: what is rounded, when, and in whose favour.',
      jsonLd: { '@type': 'AboutPage', name: 'About Declassified' },
    }),
  },
];
