import { readField } from '#parts/form/typed-fields.ts';
import type { Reading } from 'contract/typed-numbers.ts';

/** An option of a command, such as `--rate 6`. */
export interface CommandOption<Field extends string = string> {
  name: string;
  /** The name of the field in the API. */
  field: Field;
  /** The placeholder of the value in the usage; empty for a flag, which takes no value. */
  value: string;
  meaning: string;
  isRequired?: boolean;
  /** The permitted values, for an option that has only a few. */
  choices?: readonly string[];
  /** Reads the typed text, if not as the name of the field says. */
  read?: (text: string) => Reading;
}

/** An option that takes an amount, such as `$500,000`, or with another placeholder a rate. */
export const amountOption = <Field extends string>(
  name: string,
  field: Field,
  meaning: string,
  details: Pick<CommandOption<Field>, 'isRequired'> & { value?: string } = {},
): CommandOption<Field> => ({ name, field, value: 'AUD', meaning, ...details });

export interface ParsedOptions<Field extends string = string> {
  values: Partial<Record<Field, string>>;
  /** One sentence for each problem. */
  problems: string[];
}

/** The words of a command line; a leading `$` is ignored. */
export function wordsOf(line: string): string[] {
  return line
    .replace(/^\s*\$\s+/, '')
    .split(/\s+/)
    .filter(Boolean);
}

/** Reads `--name value` and `--name=value`; a value ends at the next option, so it may contain spaces. */
export function readOptions<Field extends string>(
  command: string,
  options: readonly CommandOption<Field>[],
  words: readonly string[],
): ParsedOptions<Field> {
  const typed = new Map<Field, { option: CommandOption<Field>; text: string }>();
  const values: Partial<Record<Field, string>> = {};
  const problems: string[] = [];

  for (const { name, text } of parseOptions(words)) {
    const option = options.find((candidate) => candidate.name === name);
    if (name === '') problems.push(`"${text}" belongs to no option.`);
    else if (!option) problems.push(`${command} has no option --${name}.`);
    else if (option.value === '' && text !== '') problems.push(`--${name} takes no value.`);
    else if (option.value !== '' && text === '') problems.push(`--${name} needs a value.`);
    else if (option.choices && !option.choices.includes(text)) {
      problems.push(`--${name} is ${option.choices.join(' or ')}, not "${text}".`);
    } else if (typed.has(option.field)) problems.push(`--${name} repeats a value that is already set.`);
    else typed.set(option.field, { option, text: option.value === '' ? 'true' : text });
  }
  const textOf = (name: string) => [...typed].find(([field]) => field.endsWith(name))?.[1].text;
  for (const [field, { option, text }] of typed) {
    const { value, refusal } = option.read?.(text) ?? readField(field, text, textOf);
    values[field] = value;
    if (refusal) problems.push(`--${option.name}: ${refusal}`);
  }
  for (const field of new Set(options.filter(({ isRequired }) => isRequired).map((option) => option.field))) {
    if (values[field] !== undefined || problems.length > 0) continue;
    const names = options.filter((option) => option.field === field).map(({ name }) => `--${name}`);
    problems.push(`${command} needs ${names.join(' or ')}.`);
  }
  return { values, problems };
}

function parseOptions(words: readonly string[]): { name: string; text: string }[] {
  const parsed: { name: string; text: string }[] = [];
  for (const word of words) {
    const [, name, value = ''] = /^--([^=]*)=?(.*)$/.exec(word) ?? [];
    const last = parsed.at(-1);
    if (name !== undefined) parsed.push({ name, text: value });
    else if (last) last.text = `${last.text} ${word}`.trim();
    else parsed.push({ name: '', text: word });
  }
  return parsed;
}

/** A text such as `loan --amount AUD (--years N | --months N) --rate PERCENT [--extra AUD]`. */
export function usageOf(command: string, options: readonly CommandOption[]): string {
  const fields = [...new Set(options.map(({ field }) => field))];
  const parts = fields.map((field) => {
    const alternatives = options.filter((option) => option.field === field);
    const text = alternatives.map(({ name, value }) => `--${name} ${value}`.trim()).join(' | ');
    if (!alternatives[0]?.isRequired) return `[${text}]`;
    return alternatives.length > 1 ? `(${text})` : text;
  });
  return [command, ...parts].join(' ');
}
