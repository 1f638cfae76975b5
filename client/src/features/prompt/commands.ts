import { wordsOf } from '#parts/command-line/options.ts';
import { borrow, buy } from './buy.ts';
import type { CommandOutput, Command, PromptContext } from './command.ts';
import { followsLoans, loan } from './loan.ts';
import { pay } from './pay.ts';
import { add, check, ip, loans, open, theme, user } from './plain-commands.ts';
import { save } from './save.ts';
import { study } from './study.ts';
import { switchLoan } from './switch.ts';

const help: Command = {
  name: 'help',
  summary: 'List the commands, or explain one',
  usage: 'help [COMMAND]',
  example: 'help loan',
  words: (context) => commandsOf(context).map(({ name }) => name),
  run([name], context) {
    if (name === undefined) {
      return { figures: commandsOf(context).map(({ name: known, summary }) => [known, summary] as const) };
    }
    const command = commandNamed(name, context);
    if (!command) return unknownCommand(name, context);
    const { summary, usage, example, options = [] } = command;
    return {
      lines: [`${summary}: ${usage}`, `For example: ${example}`],
      figures: options.map((option) => [`--${option.name} ${option.value}`, option.meaning] as const),
    };
  },
};

const commands: readonly Command[] = [
  loan,
  save,
  buy,
  borrow,
  switchLoan,
  pay,
  study,
  check,
  loans,
  add,
  ip,
  user,
  open,
  theme,
  help,
];

export function commandsOf({ screens }: PromptContext): Command[] {
  return commands.filter(({ screen }) => screen === undefined || screens.some(({ url }) => url === screen));
}

export function commandNamed(name: string, context: PromptContext): Command | undefined {
  return commandsOf(context).find((command) => command.name === name.toLowerCase());
}

/** Never throws. */
export async function runLine(line: string, context: PromptContext): Promise<CommandOutput> {
  const [name = '', ...words] = wordsOf(line);
  const command = commandNamed(name, context);
  return command ? command.run(words, context) : unknownCommand(name, context);
}

function unknownCommand(name: string, context: PromptContext): CommandOutput {
  return {
    problems: [`There is no command "${name}".`],
    lines: [
      `Commands: ${commandsOf(context)
        .map((command) => command.name)
        .join(', ')}`,
    ],
  };
}

/** Whether the line is a command with its arguments, so that it names no screen. */
export function isCommandLine(line: string, context: PromptContext): boolean {
  const [name = ''] = wordsOf(line);
  // The commands that need no argument.
  if ([help, check, loans, add].some((command) => command.name === name)) return true;
  if (name === loan.name && followsLoans(context)) return true;
  return /^\s*\S+\s/.test(line) && commandNamed(name, context) !== undefined;
}
