import { wordsOf } from '#parts/command-line/options.ts';
import type { PromptContext } from './command.ts';
import { commandNamed, commandsOf } from './commands.ts';

/** The line, completed as far as it is unambiguous, and the candidates for its last word. */
export function complete(line: string, context: PromptContext) {
  const words = wordsOf(line);
  const last = /\s$/.test(line) ? '' : (words.pop() ?? '');
  const candidates = wordsAfter(words, context).filter((word) => word.startsWith(last));
  const [only] = candidates;
  if (only === undefined) return { line, candidates };
  const known = candidates.length === 1 ? `${only} ` : commonStart(candidates);
  return { line: line.slice(0, line.length - last.length) + known, candidates };
}

function wordsAfter(words: string[], context: PromptContext): readonly string[] {
  const [name, ...previousWords] = words;
  if (name === undefined) return commandsOf(context).map((command) => command.name);
  const command = commandNamed(name, context);
  if (command?.words) return previousWords.length === 0 ? command.words(context) : [];
  const option = command?.options?.find((known) => `--${known.name}` === previousWords.at(-1));
  if (option) return option.choices ?? [];
  const names = command?.options?.map((known) => `--${known.name}`) ?? [];
  return names.filter((known) => !previousWords.includes(known));
}

function commonStart([first = '', ...others]: string[]): string {
  let length = first.length;
  while (!others.every((word) => word.startsWith(first.slice(0, length)))) length--;
  return first.slice(0, length);
}
