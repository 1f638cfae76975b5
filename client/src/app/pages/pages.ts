import { paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';

const features = import.meta.glob<{ pages: readonly PublicPage[] }>('../../features/*/pages.ts', {
  eager: true,
});

/** The public pages of all features, and of the screens that combine several features. */
export const pages: readonly PublicPage[] = [
  ...Object.values(features).flatMap((feature) => feature.pages),
  {
    path: paths.privacy,
    head: () => ({
      title: 'Encryption protocols',
      description:
        'What Declassified stores about you, who has viewed it, who can sign in, and how to export or erase it.',
    }),
  },
];
