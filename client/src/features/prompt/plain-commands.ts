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
