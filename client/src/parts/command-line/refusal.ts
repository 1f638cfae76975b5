import { messages } from 'contract/texts.ts';
import { ApiError } from '#api/api-error.ts';
import type { CommandOption } from './options.ts';

/** The API's field errors, each with the name of the option that set the field. */
export function refusalOf(error: unknown, options: readonly CommandOption[]): string[] {
  if (!(error instanceof ApiError)) return [messages.somethingWentWrong];
  const reasons = Object.entries(error.details).map(([path, texts]) => {
    const option = options.find(({ field }) => path.startsWith(field));
    return `${option ? `--${option.name}` : path}: ${texts?.join(' ')}`;
  });
  return reasons.length > 0 ? reasons : [error.message];
}
