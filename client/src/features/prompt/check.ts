import { paths } from '#parts/navigation/paths.ts';
import type { Command } from './command.ts';

/** A statement does not fit into a line, so the command opens the screen. */
export const check: Command = {
  name: 'check',
  summary: 'Recompute the interest of your loan statement',
  usage: 'check',
  example: 'check',
  words: () => [],
  run: () => ({ open: paths.statement, lines: ['Opening LOAN CHECK.'] }),
};
