import { readSource, type SourceOptions } from '#modules/datasets/readers/read-source.ts';
import { readReleaseDatasets } from '#modules/datasets/release-files.ts';
import { datasetsFolder } from '#root-folders.ts';
import { publisherFile } from './publisher-files.ts';

export const datasets = readReleaseDatasets(datasetsFolder);
const now = new Date('2026-11-23T14:00:00Z');

function aboutOf(slug: string) {
  const about = datasets.get(slug)?.about;
  if (!about?.reader) throw new Error(`${slug} has no reader.`);
  return { ...about, reader: about.reader };
}

export const readBytes = (slug: string, bytes: Buffer, options: Partial<SourceOptions> = {}) =>
  readSource(aboutOf(slug), bytes, { current: null, isRefresh: false, now, ...options });

/** Reads the end of a file, although it begins late. */
export function readEnd(slug: string, bytes: Buffer) {
  const about = aboutOf(slug);
  const series = Object.fromEntries(Object.keys(about.reader.series).map((id) => [id, '9999']));
  const reader = { ...about.reader, series };
  return readSource({ ...about, reader }, bytes, { current: null, isRefresh: false, now });
}

export const figuresOf = async (slug: string, name: string) =>
  (await readBytes(slug, publisherFile(name))).figures;

export const cashRate = 'rba-cash-rate-changes';
export const [a2, f1, f11] = [
  'rba-a2-2026-09-29.csv',
  'rba-f1-2019-03-08.csv',
  'rba-f11.1-2025-10-31.csv',
] as const;
export const [cpi, inflation] = ['abs-cpi-2020-q1.csv', 'world-bank-inflation.json'] as const;
