import { wordsOf } from '#parts/command-line/options.ts';
import { borrow } from './borrow.ts';
import type { Answer, Command, PromptContext } from './command.ts';
import { loan } from './loan.ts';
import { open, theme } from './plain-commands.ts';
import { save } from './save.ts';

const help: Command = {
  name: 'help',
  summary: 'List the commands, or explain one',
  usage: 'help [COMMAND]',
  example: 'help loan',
  words: () => commands.map(({ name }) => name),
  run([name]) {
    if (name === undefined) {
      return { figures: commands.map(({ name: known, summary }) => [known, summary] as const) };
    }
    const command = commandNamed(name);
    if (!command) return unknownCommand(name);
    const { summary, usage, example, options = [] } = command;
    return {
      lines: [`${summary}: ${usage}`, `For example: ${example}`],
      figures: options.map((option) => [`--${option.name} ${option.value}`, option.meaning] as const),
    };
  },
};

export const commands: readonly Command[] = [loan, save, borrow, open, theme, help];

export function commandNamed(name: string): Command | undefined {
  return commands.find((command) => command.name === name.toLowerCase());
}

/** What a line is answered with; never throws. */
export async function answerTo(line: string, context: PromptContext): Promise<Answer> {
  const [name = '', ...words] = wordsOf(line);
  const command = commandNamed(name);
  return command ? command.run(words, context) : unknownCommand(name);
}

function unknownCommand(name: string): Answer {
  return {
    problems: [`There is no command "${name}".`],
    lines: [`Commands: ${commands.map((command) => command.name).join(', ')}`],
  };
}
