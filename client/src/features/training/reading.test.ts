import { expect, it } from 'vitest';
import { datasetPath, guidePath } from '#parts/navigation/paths.ts';
import { readings } from './reading.ts';

const banks = import.meta.glob<{ category: { name: string } }>('../../../../content/questions/*.json', {
  eager: true,
});
const guides = import.meta.glob<{ head: { title: string } }>('../../../../content/guides/*.md', {
  eager: true,
});
const datasets = import.meta.glob<{ title: string }>('../../../../content/datasets/*/about.json', {
  eager: true,
});

it('every category of the starter bank has a guide to read, with the title of that guide', () => {
  expect(Object.keys(readings)).toEqual(Object.values(banks).map(({ category }) => category.name));
  const titles = new Map([
    ...Object.entries(guides).map(
      ([file, { head }]) => [guidePath(/([^/]+)\.md$/.exec(file)?.[1] ?? ''), head.title] as const,
    ),
    ...Object.entries(datasets).map(
      ([file, { title }]) => [datasetPath(/([^/]+)\/about/.exec(file)?.[1] ?? ''), title] as const,
    ),
  ]);
  for (const { to, title } of Object.values(readings).flat())
    expect([to, titles.get(to)]).toEqual([to, title]);
});
