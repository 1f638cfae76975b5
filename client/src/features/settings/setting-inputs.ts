import type { Setting, SettingKey, SettingValues, SocialLink } from 'contract/settings.ts';
import type { SettingChanges } from './settings.queries.ts';

/** As a form holds them: numbers are text while they are typed. */
export type SettingsInput = {
  [Key in SettingKey]: SettingValues[Key] extends SocialLink[]
    ? { label: string; url: string }[]
    : SettingValues[Key] extends boolean
      ? boolean
      : string;
};

type Value = Setting['value'];
type Input = SettingsInput[SettingKey];

export function inputOf(value: Value): Input {
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return value;
  return value.map(({ label, url }) => ({ label, url: url ?? '' }));
}

export const inputsOf = (settings: readonly Setting[]): SettingsInput =>
  Object.fromEntries(settings.map(({ key, value }) => [key, inputOf(value)])) as SettingsInput;

/** What is not as it was shown; null where it is the default again. */
export function changesOf(settings: readonly Setting[], input: SettingsInput): SettingChanges {
  const changed = settings.filter(({ key, value }) => !isSame(inputOf(value), input[key]));
  return Object.fromEntries(
    changed.map(({ key, type, default: usual }) => {
      const given = input[key];
      if (isSame(inputOf(usual), given)) return [key, null];
      return [key, type === 'integer' ? numberIn(given) : given];
    }),
  );
}

/** Text that is no number goes to the server as it is, which says so. */
const numberIn = (given: Input) =>
  typeof given === 'string' && /^\s*\d+\s*$/.test(given) ? Number(given) : given;

export const isSame = (one: Input, other: Input) => JSON.stringify(one) === JSON.stringify(other);

/** `storage_limit` as people read it. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words[0]?.toUpperCase() + words.slice(1);
}

export function spoken(value: Value): string {
  if (typeof value === 'number') return value.toLocaleString('en-AU');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return value;
  return value.map(({ label }) => label).join(', ') || 'none';
}
