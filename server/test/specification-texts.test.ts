import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layoutTexts, messages } from 'contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { specificationTexts } from '#test/specification-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['contract/src', 'client/src', 'server/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);
const sources = new Map(
  files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/generated\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

describe('every text that the specification quotes', () => {
  const texts = Object.entries(specificationTexts).flatMap(([file, list]) =>
    list.map((text) => [text, file]),
  );

  it.each(texts)('%s is said by %s', (text = '', file = '') => {
    expect(sources.get(file)).toContain(text);
  });

  it('stands in the list of shared messages only where something uses it', () => {
    const code = [...sources]
      .filter(([file]) => file !== 'contract/src/messages.ts')
      .map(([, source]) => source);
    for (const [list, keys] of Object.entries({ messages, layoutTexts })) {
      for (const key of Object.keys(keys)) {
        expect([list, key, code.some((source) => source.includes(`${list}.${key}`))]).toEqual([
          list,
          key,
          true,
        ]);
      }
    }
  });
});
