import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { loadGuideText } from './guide-texts.ts';

export const arsenal: readonly FeatureRoute[] = [
  {
    path: paths.arsenal,
    access: 'guest',
    load: () => import('./guides-screen.tsx'),
    title: 'Arsenal',
    bar: {
      label: 'ARSENAL',
      group: 'Guides and data',
      text: 'Guides to loans and saving, and a glossary.',
      order: 56,
      covers: `${paths.arsenal}/*`,
    },
  },
  {
    path: paths.guide,
    access: 'guest',
    load: () => import('./guide-screen.tsx'),
    loader: ({ slug }) => loadGuideText(slug),
    title: 'Guide',
  },
];
