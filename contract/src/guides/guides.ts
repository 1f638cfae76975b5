import { z } from 'zod';
import { FilterText } from 'contract/lists.ts';
import { dataOf, listOf } from 'contract/responses.ts';
import { notModified, route } from 'contract/route.ts';

export const GuideHead = z.strictObject({
  title: z.string().min(1).max(120),
  summary: z.string().min(1).max(300),
  updated: z.iso.date(),
  /** The glossary terms that the guide uses. */
  terms: z.array(z.string()).min(1),
  sources: z
    .array(
      z.strictObject({ name: z.string().min(1), url: z.url({ protocol: /^https$/ }), date: z.iso.date() }),
    )
    .min(1),
});

const Guide = z
  .object({
    slug: z.string(),
    title: z.string(),
    summary: z.string(),
    minutes: z.int().describe('The reading time in minutes.'),
    updated: z.string().describe('The date of the last change.'),
  })
  .meta({ id: 'Guide' });
export type Guide = z.infer<typeof Guide>;

const exampleGuide: Guide = {
  slug: 'extra-repayments',
  title: 'Extra repayments, early and late',
  summary: 'What a hundred dollars a month does.',
  minutes: 4,
  updated: '2026-11-22',
};

export const listGuides = route('listGuides', {
  summary: 'List the guides',
  responses: {
    200: listOf(Guide, exampleGuide, 'All guides.'),
    304: notModified,
  },
});

export const getGuide = route('getGuide', {
  summary: 'Read a guide',
  params: z.object({ slug: z.string() }),
  responses: {
    200: dataOf(
      z.object({ ...Guide.shape, body: z.string().describe('Markdown.') }),
      { ...exampleGuide, body: 'Every payment first covers the interest that has built up.' },
      'The guide.',
    ),
    304: notModified,
  },
});

export const GlossaryTerm = z.object({ term: z.string(), meaning: z.string() }).meta({ id: 'GlossaryTerm' });

export const listGlossary = route('listGlossary', {
  summary: 'List the terms of the glossary',
  query: z.strictObject({
    text: FilterText.describe('Part of a term, in any letter case.'),
  }),
  responses: {
    200: listOf(
      GlossaryTerm,
      { term: 'principal', meaning: 'The amount borrowed.' },
      'All of them, or those that contain the text.',
    ),
    304: notModified,
  },
});
