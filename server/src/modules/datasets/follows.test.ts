import { datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import { followDataset, listFollowedDatasets, unfollowDataset } from 'contract/datasets/datasets.ts';
import { updatePreferences } from 'contract/preferences/preferences.ts';
import request from 'supertest';
import { expect, it } from 'vitest';
import { datasetsFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';
import { readList } from '#test/notifications.ts';
import { announceNewFigures } from './follows.service.ts';
import { importDataset } from './import-dataset.ts';
import { readReleaseDatasets } from './release-files.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const slug = 'unemployment-rate';

/** Imports the figures of the release and those of later months. */
async function importMonths(months: Record<string, number>): Promise<void> {
  const { series } = readReleaseDatasets(datasetsFolder).get(slug)?.figures ?? {};
  const rows = [...(series ?? []).map(({ date, value }) => [date, value]), ...Object.entries(months)];
  await importDataset(test.database, { folder: datasetsFolder }, slug, Buffer.from(JSON.stringify({ rows })));
  // Runs the jobs.
  await deliverMail(test);
}

async function createFollower(preferences = {}) {
  const { access } = await createCaller(test);
  await callApi(test, updatePreferences, { access, body: preferences }).expect(200);
  await callApi(test, followDataset, { id: slug, access }).expect(200);
  const texts = async () =>
    (await readList(test, access)).data.map(({ title, text, link }) => [title, text, link]);
  return { access, texts };
}

it('a new figure notifies the followers once, unless they have switched it off', async () => {
  const [ada, ben, eve] = [
    await createFollower(),
    await createFollower({ new_figures: false }),
    await createFollower(),
  ];
  await callApi(test, unfollowDataset, { id: slug, access: eve.access }).expect(200);
  await importMonths({ '2026-07': 4.4 });
  const july = [
    'New figure: Unemployment rate',
    '4.4% in July 2026, unchanged from 4.4% in June 2026.',
    `/data/${slug}`,
  ];
  expect(await ada.texts()).toEqual([july]);
  for (const other of [ben, eve]) expect(await other.texts()).toEqual([]);
  const [title = '', text = ''] = july;
  await announceNewFigures(test, { slug, date: '2026-07', title, text });
  expect(await ada.texts()).toHaveLength(1);

  await importMonths({ '2026-07': 4.5 });
  expect(await ada.texts()).toHaveLength(1);
  await importMonths({ '2026-07': 4.5, '2026-08': 4.6 });
  expect((await ada.texts())[0]?.[1]).toBe('4.6% in August 2026, up from 4.5% in July 2026.');

  const { text: feed, headers } = await request(test.app.server).get(datasetFeedPath).expect(200);
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const titles = [...feed.matchAll(/<title>(.*)<\/title>/g)].map(([, one]) => one);
  expect(titles.slice(0, 4)).toEqual([
    'Declassified: new figures and guides',
    'Unemployment rate: figures to August 2026',
    'Unemployment rate: figures to July 2026',
    'Unemployment rate: figures to July 2026',
  ]);
  expect(feed).toContain('<summary>1 figure added, 0 changed, 0 removed.</summary>');
  expect(new Set([...feed.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id)).size).toBe(titles.length);
});

it('following and unfollowing can be repeated, and a user reads only their own', async () => {
  const [ada, ben] = [await createCaller(test), await createCaller(test)];
  const followed = async ({ access }: { access: string }) =>
    (await callApi(test, listFollowedDatasets, { access }).expect(200)).body.data as object[];
  for (const route of [followDataset, followDataset]) {
    await callApi(test, route, { id: slug, access: ada.access }).expect(200);
  }
  expect(await followed(ada)).toEqual([{ slug }]);
  expect(await followed(ben)).toEqual([]);
  for (const route of [unfollowDataset, unfollowDataset]) {
    await callApi(test, route, { id: slug, access: ada.access }).expect(200);
  }
  expect(await followed(ada)).toEqual([]);
  await callApi(test, followDataset, { id: 'no-such', access: ada.access }).expect(404);
});
