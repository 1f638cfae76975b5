import { describe, expect, it } from 'vitest';
import { changedFile, publisherFile } from '#test/publisher-files.ts';
import { cashRate, f1, f11, readBytes, readEnd } from '#test/read-publisher-file.ts';

/** A comma outside of quotes. */
const cellBreak = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const isDated = (line: string) => /^\d/.test(line);
/** Without the thousands of blank rows at the end, which read-source.test.ts reads. */
function linesOf(name: string): string[] {
  const lines = publisherFile(name).toString('latin1').split('\n');
  return [...lines.slice(0, lines.findLastIndex((line) => /[^,\s]/.test(line)) + 1), ''];
}
const set = (index: number, text: string) => (cells: string[]) => cells.with(index, text);

describe('each table of the Reserve Bank', () => {
  /** A dataset, its file, the day of a row in the middle, and that row's value in the dataset's column. */
  const tables = [
    ['lending-owner-new-variable', 'rba-f6-2025-08-08.csv', '31/05/2023', 13],
    ['lending-owner-new-variable', 'rba-f6-2026-05-08.csv', '31/05/2023', 13],
    ['lending-standard-variable', 'rba-f5-2026-01.csv', '31/05/2023', 4],
    ['cpi-quarterly', 'rba-g1-2025-10-30.csv', '31/03/2023', 3],
    [cashRate, f1, '08-May-2013', 2],
    ['audusd-month-end', f11, '31-May-2023', 2],
  ] as const;

  it.each(tables)(
    '%s (%s) is refused with one thing broken, by row and column',
    async (slug, name, day, column) => {
      const lines = linesOf(name);
      const lineOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
      /** Changes the cells of the line that begins with the text, and expects the file to be refused. */
      const refused = (start: string, change: (cells: string[]) => string[], fault: string | RegExp) => {
        const place = lineOf(start);
        const changed = lines.map((line, index) =>
          index === place ? change(line.split(cellBreak)).join(',') : line,
        );
        return expect(readBytes(slug, Buffer.from(changed.join('\n'), 'latin1'))).rejects.toThrow(fault);
      };
      const at = (start: string) => `line ${lineOf(start) + 1}`;
      const id = lines[lineOf('Series ID')]?.split(',')[column - 1] ?? '';

      // A shifted column.
      await refused(
        'Series ID',
        (cells) => cells.toSpliced(1, 0, ''),
        /^line \d+, column \d+: (there is no series id|the unit|the frequency)/,
      );
      await refused(day, (cells) => cells.toSpliced(1, 0, '1'), /^line \d+, column \d+: /);
      // A renamed series.
      await refused('Series ID', set(column - 1, `${id}X`), `${at('Series ID')}: the series "`);
      // A repeated period.
      const next = lines[lineOf(day) + 1]?.split(',')[0] ?? '';
      await refused(next, set(0, day), `${at(next)}, column 1: `);
      // Another unit.
      await refused(
        'Units',
        set(column - 1, 'Number'),
        `${at('Units')}, column ${column}: the unit is "Number", not "`,
      );
      // A truncated line: within the value, and before it.
      await refused(
        day,
        (cells) => [...cells.slice(0, column - 1), '4.'],
        `${at(day)}, column ${column}: "4." is not a number`,
      );
    },
  );

  it.each(tables.filter(([, name]) => !['rba-f1', 'rba-f11'].some((table) => name.startsWith(table))))(
    '%s (%s) is refused with a line that ends before its value, and with a month twice',
    async (slug, name, day) => {
      const line = `${day},1\n`;
      await expect(readBytes(slug, changedFile(name, new RegExp(`^${day},.*\n`, 'm'), line))).rejects.toThrow(
        /^line \d+(, column \d+)?: 2023-(05|Q1) is missing$/,
      );
      const sooner = day.replace('31/', '30/');
      const twice = new RegExp(`^${day}(?=,(.*\n))`, 'm');
      await expect(readBytes(slug, changedFile(name, twice, `${sooner},$1${day}`))).rejects.toThrow(
        /^line \d+, column \d+: 2023-(05|Q1) is there twice$/,
      );
    },
  );

  it('with its last row shifted by a cell', async () => {
    for (const [slug, name] of [
      ['lending-standard-variable', 'rba-f5-2026-01.csv'],
      ['lending-owner-new', 'rba-f6-2026-05-08.csv'],
    ] as const) {
      const last = /^(\d[^,]*),(?=[^\n]*\n(?!\d))/m;
      await expect(readBytes(slug, changedFile(name, last, '$1,1,'))).rejects.toThrow(
        /^line \d+, column \d+: (there is no figure in the rows around|".*" belongs to no series)/,
      );
    }
  });

  it('with a value in a column without a series, or a fact that another column lacks', async () => {
    const f6 = 'rba-f6-2025-08-08.csv';
    await expect(readBytes('lending-owner-new', changedFile(f6, /^31\/05\/2023.*,/m, '$&9'))).rejects.toThrow(
      /^line 58, column 44: "9" belongs to no series$/,
    );
    await expect(
      readBytes('lending-owner-new', changedFile(f6, /^Units,Per cent per annum/m, 'Units,')),
    ).rejects.toThrow('line 6, column 2: the row "Units" has nothing for "FLRHOOTL"');
  });

  it.each([
    ['lending-owner-new-variable', 'rba-f6-2026-05-08.csv', [1, 20, 43]],
    ['lending-standard-variable', 'rba-f5-2026-01.csv', [1, 9, 31]],
    ['cpi-quarterly', 'rba-g1-2025-10-30.csv', [1, 3, 22]],
  ] as const)(
    '%s (%s) is read with another series that begins in the newest row, or has figures in some rows only',
    async (slug, name, columns) => {
      const allLines = linesOf(name);
      // Six years: the whole file takes many times as long.
      const older = new Set(allLines.filter(isDated).slice(0, -72));
      const lines = allLines.filter((line) => !older.has(line));
      const newest = lines.findLastIndex(isDated);
      const facts: Partial<Record<string, string>> = { 'Series ID': 'FLRNEW' };
      const rows = lines.map((line) => line.trim().split(cellBreak));
      /** The file with another column at this place, which has a figure in the selected rows. */
      const withSeries = (place: number, text: string, hasFigure: (index: number) => boolean) =>
        Buffer.from(
          rows
            .map((row, index) => {
              if (!row[0]) return lines[index];
              const isRowOfDay = isDated(row[0]);
              const fact = facts[row[0]] ?? row[1] ?? '';
              const isFact = !isRowOfDay && row.length > 1;
              const cells = [...row, ...Array<string>(Math.max(0, place - row.length)).fill('')];
              return cells
                .toSpliced(place, 0, isFact ? fact : isRowOfDay && hasFigure(index) ? text : '')
                .join(',');
            })
            .join('\n'),
          'latin1',
        );
      const { figures } = await readEnd(slug, Buffer.from(lines.join('\n'), 'latin1'));
      for (const place of columns) {
        for (const [text, every] of [
          ['2.4', 1_000_000],
          ['110.5', 1_000_000],
          ['2.4', 3],
          ['110.5', 4],
          ['2.4', 12],
        ] as const) {
          const changed = withSeries(place, text, (index) => (newest - index) % every === 0);
          expect((await readEnd(slug, changed)).figures).toEqual(figures);
        }
      }
    },
  );

  it('is refused with its last row shifted by a cell that is missing', async () => {
    for (const [slug, name] of [
      ['lending-standard-variable', 'rba-f5-2026-01.csv'],
      ['lending-owner-new-variable', 'rba-f6-2026-05-08.csv'],
      ['cpi-quarterly', 'rba-g1-2025-10-30.csv'],
    ] as const) {
      const lines = linesOf(name);
      // Empty rows of dates to come may follow.
      const last = lines.findLastIndex((line) => /^\d[^,]*,[^,\s]/.test(line));
      const shifted = lines.with(last, (lines[last] ?? '').trim().split(cellBreak).toSpliced(1, 1).join(','));
      await expect(readBytes(slug, Buffer.from(shifted.join('\n'), 'latin1'))).rejects.toThrow(
        /^line \d+, column \d+: there is no figure, but in the rows around/,
      );
    }
  });

  it('is refused with a figure alone in the column of the dataset', async () => {
    const alone = changedFile('rba-f5-2026-01.csv', /^31\/01\/1959,,,5.00/m, '$&,7.5');
    await expect(readBytes('lending-discounted-variable', alone)).rejects.toThrow(
      /there is no figure in the rows around "7.5"/,
    );
  });
});
