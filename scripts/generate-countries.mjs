// Writes the table of countries with their dialling codes from the package countries-list.
import { mkdirSync, writeFileSync } from 'node:fs';
import { countries } from 'countries-list';

const outputFolder = 'contract/src/generated';

/** Corrects data of the package that is wrong or incomplete. */
const corrections = {
  // Assigned by the ITU in 2016. The codes of neighbouring countries that were used before have been withdrawn.
  XK: [383],
  // +7 is shared with Russia, which has no numbers in the range of the second code.
  KZ: [7, 77],
  // +379 is reserved for it and not in use: its numbers are those of Rome, +39 06 698.
  VA: [39],
};

const table = Object.entries(countries)
  .flatMap(([iso, { name, phone }]) =>
    (corrections[iso] ?? phone).map((code, index) => ({
      name: index === 0 ? name : `${name} ${index + 1}`,
      code: String(code),
    })),
  )
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

mkdirSync(outputFolder, { recursive: true });
writeFileSync(
  `${outputFolder}/countries.ts`,
  `// Made by scripts/generate-countries.mjs.
export const countries: readonly { readonly name: string; readonly code: string }[] = [
${table.map((country) => `  ${JSON.stringify(country)},`).join('\n')}
];
`,
);
