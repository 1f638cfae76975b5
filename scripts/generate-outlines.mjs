// Writes the outlines of the app's font, of which the server draws the pictures of previews: no font has to be installed where
// they are drawn. Run it after a change of the font or of the characters:
//     node scripts/generate-outlines.mjs
// Its two packages are installed in a temporary folder, because nothing else needs them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const fontFile = 'node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2';
const output = 'server/src/plugins/pages/outlines.json';
const packages = ['fontkit@2.0.4', 'wawoff2@2.0.1'];
const weights = { regular: 400, bold: 700 };

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
const characters = [...ascii, ...Array.from('·×÷½–—‘’“”…−€£°é')];

const folder = mkdtempSync(join(tmpdir(), 'outlines-'));
try {
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...packages], {
    stdio: 'inherit',
  });
  const require = createRequire(join(folder, 'package.json'));
  // fontkit cannot vary the weight of a compressed font.
  const font = require('fontkit').create(
    Buffer.from(await require('wawoff2').decompress(readFileSync(fontFile))),
  );
  const outlines = Object.fromEntries(
    Object.entries(weights).map(([name, wght]) => {
      const varied = font.getVariation({ wght });
      const known = characters.filter((character) => font.hasGlyphForCodePoint(character.codePointAt(0)));
      const paths = known.map((character) => [
        character,
        varied.glyphForCodePoint(character.codePointAt(0)).path.toSVG(),
      ]);
      return [name, Object.fromEntries(paths)];
    }),
  );
  writeFileSync(output, `${JSON.stringify(outlines, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
