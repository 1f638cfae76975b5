import { expect, it } from 'vitest';
import { bestMatches } from './best-matches.ts';

const datasets = [
  { title: 'Cash rate target', words: 'Interest rates reserve bank official interest rate' },
  {
    title: 'Interest on new variable home loans, owner-occupiers',
    words: 'Interest rates mortgage rates home loan rates',
  },
  { title: 'Wages', words: 'Work and pay salary earnings wage price index' },
  { title: 'Price of a US dollar in Australian dollars', words: 'Exchange dollar currency' },
  { title: 'Australian dollar in US dollars at the end of the month', words: 'Exchange dollar currency' },
  { title: 'Gross domestic product of Australia', words: 'Economy gdp current US dollars' },
];
const titlesFor = (line: string) =>
  bestMatches(line, datasets, ({ title, words }) => ({ title, text: `${title} ${words}` })).map(({ title }) =>
    title.split(' ').slice(0, 2).join(' '),
  );

it.each([
  ['wages', ['Wages']],
  ['pay', ['Wages']],
  ['mortgage rates', ['Interest on']],
  ['dollar', ['Price of', 'Australian dollar', 'Gross domestic']],
  ['cash rate', ['Cash rate']],
  ['interest', ['Interest on', 'Cash rate']],
  ['  ', []],
  ['wombat', []],
])('“%s” finds %j', (line, titles) => {
  expect(titlesFor(line)).toEqual(titles);
});
