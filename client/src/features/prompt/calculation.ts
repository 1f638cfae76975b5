import { type CommandOption, type ParsedOptions, readOptions, usageOf } from '#parts/command-line/options.ts';
import { refusalOf } from '#parts/command-line/refusal.ts';
import type { CommandOutput, Command } from './command.ts';

interface Calculation<Field extends string> {
  name: string;
  summary: string;
  example: string;
  options: readonly CommandOption<Field>[];
  calculate: (values: ParsedOptions<Field>['values']) => Promise<CommandOutput>;
}

/** A command whose options are the terms of an API calculation. */
export function calculation<Field extends string>({
  name,
  summary,
  example,
  options,
  calculate,
}: Calculation<Field>): Command {
  const usage = usageOf(name, options);
  return {
    name,
    summary,
    usage,
    example,
    options,
    async run(words) {
      const { values, problems } = readOptions(name, options, words);
      if (problems.length > 0) return { problems, lines: [usage] };
      try {
        return await calculate(values);
      } catch (error) {
        return { problems: refusalOf(error, options) };
      }
    },
  };
}
