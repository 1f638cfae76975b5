import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const quiz: readonly FeatureRoute[] = [
  {
    path: paths.adminCreateQuestion,
    access: 'staff',
    load: () => import('./add-question-screen.tsx'),
    title: 'Add Quiz Question',
    staff: { area: 'Quiz', order: 70 },
  },
  {
    path: paths.adminQuestions,
    access: 'staff',
    load: () => import('./question-list-screen.tsx'),
    title: 'Quiz Questions List',
    staff: {
      text: 'Write, import and publish the questions that users train with.',
      area: 'Quiz',
      order: 60,
    },
  },
  {
    path: paths.adminImportQuestions,
    access: 'staff',
    load: () => import('./import-screen.tsx'),
    title: 'Import Quiz Questions',
  },
  {
    path: paths.adminEditQuestion,
    access: 'staff',
    load: () => import('./edit-question-screen.tsx'),
    title: 'Edit Quiz Question',
  },
  {
    path: paths.adminCategories,
    access: 'staff',
    load: () => import('./category-list-screen.tsx'),
    title: 'Category List',
    staff: { area: 'Quiz', order: 80 },
  },
];
