/** Undefined where there is no such guide. The list of texts is no part of the first load. */
export async function loadGuideText(slug: string) {
  const { guideTexts } = await import('./guide-texts.ts');
  return guideTexts[`../../../../content/guides/${slug}.md`]?.();
}
