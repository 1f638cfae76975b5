import { createHash } from 'node:crypto';
import { getDataset } from 'contract/datasets/datasets.ts';
import { addDays } from 'contract/datasets/dataset-dates.ts';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import { useTestApp } from '#test/app.ts';
import type { Figures } from './dataset-content.ts';
import { csvOf, hashFigures } from './dataset-csv.ts';
import { comparePoints } from './revisions.ts';
import { vintageChannel } from './datasets.queries.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const value = fc.double({ noNaN: true, noDefaultInfinity: true });
const year = fc.integer({ min: 1900, max: 2100 }).map(String);
const byDate = (a: { date: string }, b: { date: string }) => a.date.localeCompare(b.date);
const figuresOf = (points: [string, number][]): Figures => {
  const series = points.map(([date, one]) => ({ date, value: one })).toSorted(byDate);
  return { first: series[0]?.date ?? '', last: series.at(-1)?.date ?? '', series, rows: null };
};
const figures = fc
  .uniqueArray(fc.tuple(year, value), { selector: ([date]) => date, minLength: 1, maxLength: 60 })
  .map(figuresOf);

it('a CSV that is parsed again has the name of its vintage', () => {
  fc.assert(
    fc.property(figures, (vintage) => {
      const [, ...rows]: string[][] = parse(csvOf(vintage));
      const again = figuresOf(rows.map(([date = '', text = '']) => [date, Number(text)]));
      expect(hashFigures(again, 'annual')).toBe(hashFigures(vintage, 'annual'));
      expect(createHash('sha256').update(csvOf(vintage)).digest('hex')).toBe(hashFigures(vintage, 'annual'));
    }),
  );
});

it('the revisions of two vintages, applied to the first, give the second', () => {
  fc.assert(
    fc.property(figures, figures, (before, after) => {
      const { added, changed, removed } = comparePoints(before, after);
      const points = new Map<string, unknown>(before.series?.map((point) => [point.date, point.value]));
      for (const { date } of removed) expect(points.delete(date)).toBe(true);
      for (const { date, value: one } of added) points.set(date, one);
      for (const revised of changed) {
        expect(points.get(revised.date)).toBe(revised.before);
        points.set(revised.date, revised.after);
      }
      const found = [...points].map(([date, one]) => ({ date, value: one })).toSorted(byDate);
      expect(found).toEqual(after.series);
    }),
  );
});

it('as_of returns the last vintage that was known on the day', async () => {
  const slug = 'inflation-australia';
  const firstDay = '2025-07-02';
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 12 });
  const [known = []] = fc.sample(days, 1);
  for (const day of known.toSorted((a, b) => a - b)) {
    await test.database.prisma.datasetVintage.create({
      data: {
        slug,
        known_from: new Date(`${addDays(firstDay, day)}T23:59:59.999Z`),
        sha256: createHash('sha256').update(String(day)).digest('hex'),
        origin: 'import',
        retrieved: new Date(addDays(firstDay, day)),
        first: '1960',
        last: '2024',
        points: 1,
        content: { series: [{ date: '1960', value: day }], rows: null },
        added: 0,
        changed: 0,
        removed: 0,
      },
    });
  }
  const url = getDataset.url.replace(':slug', slug);
  // Rows that a test inserts notify nobody, so the app may have read the current vintage before the last of them.
  await test.database.prisma.$executeRaw`SELECT pg_notify(${vintageChannel}, '')`;
  const latest = addDays(firstDay, Math.max(...known));
  await vi.waitUntil(async () => (await request(test.app.server).get(url)).body.data.retrieved === latest);
  for (let day = 0; day <= 400; day += 7) {
    const as_of = addDays(firstDay, day);
    const { body } = await request(test.app.server).get(url).query({ as_of }).expect(200);
    const expected = Math.max(...known.filter((one) => one <= day));
    expect(body.data.retrieved).toBe(expected < 0 ? '2025-07-01' : addDays(firstDay, expected));
  }
});
