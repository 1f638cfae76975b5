import { expect, test, vi } from 'vitest';
import { saveFile } from '#api/save-file.ts';
import { csvText, saveCsv } from './csv.ts';

vi.mock(import('#api/save-file.ts'), () => ({ saveFile: vi.fn<typeof saveFile>() }));

test.each(['=1+1', '+A1', '-A1', '@x', '\tx', '=HYPERLINK("x"): payment', '\uFF1D1', "'=1"])(
  'a text %j that begins like a formula is guarded, in the header and in a row',
  (text) => {
    const [header = '', row = ''] = csvText([text], [[text]]).split('\r\n');
    expect(header).toMatch(/^"?'/);
    expect(row).toBe(header);
  },
);

test.each([-66.33, '-66.33', '-5', 0, '12.00', '6.19', '2026-11-23', 'Total'])(
  'a number, a date or another text %j is written as it is',
  (cell) => {
    expect(csvText(['a'], [[cell]])).toBe(`a\r\n${cell}\r\n`);
  },
);

test('a file begins with one byte order mark', async () => {
  saveCsv('savings.csv', csvText(['Größe'], []));
  const [file] = vi.mocked(saveFile).mock.lastCall!;
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('hex')).toBe(`efbbbf${Buffer.from('G').toString('hex')}`);
});
