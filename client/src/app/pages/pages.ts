import type { PublicPage } from '#parts/page/public-page.ts';

const features = import.meta.glob<{ pages: readonly PublicPage[] }>('../../features/*/pages.ts', {
  eager: true,
});

/** The public pages of all features. */
export const pages: readonly PublicPage[] = Object.values(features).flatMap((feature) => feature.pages);
