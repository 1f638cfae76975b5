import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readGuides } from '#modules/guides/guides.files.ts';
import { sendError } from '#plugins/error-handler.ts';
import { contentFolder, datasetsFolder } from '#root-folders.ts';
import pageRoutes from './page-routes.ts';
import { drawPreview, makePicture, missingCharacters, pictureSize } from './preview-picture.ts';

const titles = [
  ...readGuides(join(contentFolder, 'guides')).flatMap(({ title, summary }) => [title, summary]),
  ...readdirSync(datasetsFolder).map((slug) => {
    const about = JSON.parse(readFileSync(join(datasetsFolder, slug, 'about.json'), 'utf8')) as {
      title: string;
    };
    return about.title;
  }),
];

it('the font has every character of the titles, the summaries and the figures', () => {
  const figures = '$2,997.75 4.60% −0.5 1.72 trillion a month for $500,000 over 30 years at 6%';
  expect([...titles, figures].flatMap(missingCharacters)).toEqual([]);
  expect(missingCharacters('漢')).toEqual(['漢']);
});

it.each([
  ['a title', { title: 'Title', description: 'Text. '.repeat(200) }],
  ['a long title', { title: 'Word '.repeat(60), description: '' }],
  ['one long word', { title: 'W'.repeat(500), description: 'x' }],
  ['unknown characters', { title: '漢字', description: '\u2028' }],
  [
    'a figure',
    {
      title: 'T',
      description: '',
      figure: { value: '1'.repeat(80), label: 'l'.repeat(300), points: [1, null, 2] },
    },
  ],
  ['equal points', { title: 'T', description: '', figure: { value: '1', label: '', points: [1, 1, 1] } }],
])('%s is drawn in the size of a preview', async (_name, head) => {
  const { width, height } = await sharp(await makePicture(head)).metadata();
  expect({ width, height }).toEqual(pictureSize);
  expect(drawPreview(head)).not.toMatch(/NaN|undefined|Infinity/);
});

const pixels = async (title: string) =>
  sharp(await makePicture({ title, description: '' }))
    .raw()
    .toBuffer();

it('a text is drawn: a picture with it differs from one without', async () => {
  expect((await pixels('Cash rate')).equals(await pixels(' '))).toBe(false);
});

it('while too many pictures are drawn, another one is a 503 that says when to try again', async () => {
  const head = { description: '' };
  const entry = { content: Buffer.alloc(0) } as never;
  const find = async () => ({ exists: true, page: { head, isEmbedded: false, entry } }) as const;
  const publicPages = {
    find,
    notFound: async () => undefined,
    shell: async () => undefined,
    list: async () => [],
  };
  const app = Fastify()
    .setErrorHandler(sendError)
    .decorate('chargeComputation', async () => {});
  await app.register(pageRoutes, { publicPages, publicUrl: 'https://declassified.example' });
  const others = Array.from({ length: 21 }, () => makePicture(head));
  const { statusCode, headers } = await app.inject('/preview/about.png');
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
  await Promise.all(others);
  expect((await app.inject('/preview/about.png')).statusCode).toBe(200);
});
