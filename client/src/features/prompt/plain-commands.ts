import { matchPath } from 'react-router-dom';
import { refusalOf } from '#parts/command-line/refusal.ts';
import { addFileHash, adminUserNamedPath, filteredPath, loanPath, paths } from '#parts/navigation/paths.ts';
import { call } from '#session/call.ts';
import type { Command } from './command.ts';

export const open: Command = {
  name: 'open',
  summary: 'Go to a screen',
  usage: 'open SCREEN',
  example: 'open savings',
  words: ({ screens }) => screens.map(({ name }) => name),
  run(words, { screens }) {
    const name = words.join('-').toLowerCase();
    const screen = screens.find((known) => known.name === name);
    if (screen) return { open: screen.url, lines: [`Opening ${screen.label}.`] };
    return {
      problems: [name ? `There is no screen "${words.join(' ')}".` : 'open needs a screen.'],
      lines: [`Screens: ${screens.map((known) => known.name).join(', ')}`],
    };
  },
};

export const theme: Command = {
  name: 'theme',
  summary: 'Show or choose the theme',
  usage: 'theme [NAME]',
  example: 'theme high-contrast',
  words: ({ themes }) => themes,
  run(words, context) {
    const name = words.join('-').toLowerCase();
    const known = `Themes: ${context.themes.join(', ')}`;
    if (!name) return { lines: [`The theme is ${context.theme}.`, known] };
    if (!context.themes.includes(name)) {
      return { problems: [`There is no theme "${words.join(' ')}".`], lines: [known] };
    }
    context.setTheme(name);
    return { lines: [`The theme is ${name}.`] };
  },
};

/** A statement does not fit into a line, so the command opens the screen. */
export const check: Command = {
  name: 'check',
  summary: 'Recompute the interest of your loan statement',
  usage: 'check',
  example: 'check',
  run: () => ({ open: paths.statement, lines: ['Opening LOAN CHECK.'] }),
};

export const loans: Command = {
  name: 'loans',
  summary: 'Open the loans that you follow',
  usage: 'loans',
  example: 'loans',
  screen: paths.loans,
  run: () => ({ open: paths.loans, lines: ['Opening LOANS.'] }),
};

/** The page of the only loan that the user follows; undefined without any. */
export async function ownLoanPath(): Promise<string | undefined> {
  const [first, ...others] = (await call('listLoans')).data;
  if (!first) return undefined;
  return others.length === 0 ? loanPath(first.id) : paths.loans;
}

/** The page of a loan opens its file picker for this fragment. */
export const add: Command = {
  name: 'add',
  summary: 'Add the next file to your loan, or to the one on the screen',
  usage: 'add',
  example: 'add',
  screen: paths.loans,
  async run() {
    const { pathname } = window.location;
    try {
      const path = matchPath(paths.loan, pathname) ? pathname : await ownLoanPath();
      if (path && path !== paths.loans) return { open: `${path}${addFileHash}` };
    } catch (error) {
      return { problems: refusalOf(error, []) };
    }
    return { problems: ['Open a loan first.'], link: { url: paths.loans, label: 'Open your loans' } };
  },
};

export const ip: Command = {
  name: 'ip',
  summary: 'Investigate an IP address or a network',
  usage: 'ip ADDRESS',
  example: 'ip 192.0.2.0/24',
  screen: paths.adminIpRecords,
  run([ip_address]) {
    if (ip_address === undefined) return { problems: ['ip needs an IP address or a network.'] };
    return { open: filteredPath(paths.adminIpRecords, { ip_address }) };
  },
};

export const user: Command = {
  name: 'user',
  summary: 'Open the record of a user',
  usage: 'user NAME',
  example: 'user ada',
  screen: paths.adminUserList,
  run([name]) {
    if (name === undefined) return { problems: ['user needs a name.'] };
    return { open: adminUserNamedPath(name) };
  },
};
