import type { Setting, SettingKey, SettingValues, SocialLink } from 'contract/settings/settings.ts';
import { formatNumber } from '#parts/format/format.ts';
import type { SettingChanges } from './settings.queries.ts';

/** The values of the form, in which numbers are text. */
type SettingsInput = {
  [Key in SettingKey]: SettingValues[Key] extends SocialLink[]
    ? { label: string; url: string }[]
    : SettingValues[Key] extends boolean
      ? boolean
      : string;
};

/** The fields have the same paths as in the request body. */
export interface SettingsFields {
  values: SettingsInput;
}

type Value = Setting['value'];
type Input = SettingsInput[SettingKey];

export function inputOf(value: Value): Input {
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return value;
  return value.map(({ label, url }) => ({ label, url: url ?? '' }));
}

export const inputsOf = (settings: readonly Setting[]): SettingsInput =>
  Object.fromEntries(settings.map(({ key, value }) => [key, inputOf(value)])) as SettingsInput;

/** The changed values; null resets to the default. */
export function changesOf(settings: readonly Setting[], input: SettingsInput): SettingChanges {
  const changed = settings.filter(({ key, value }) => !isSame(inputOf(value), input[key]));
  return Object.fromEntries(
    changed.map(({ key, type, default: defaultValue }) => {
      const edited = input[key];
      if (isSame(inputOf(defaultValue), edited)) return [key, null];
      return [key, type === 'integer' ? numberIn(edited) : edited];
    }),
  );
}

/** Text that is not a number is sent unchanged, so that the server refuses it. */
const numberIn = (edited: Input) =>
  typeof edited === 'string' && /^\s*\d+\s*$/.test(edited) ? Number(edited) : edited;

export const isSame = (one: Input, other: Input) => JSON.stringify(one) === JSON.stringify(other);

export function settingText(value: Value): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return value;
  return value.map(({ label }) => label).join(', ') || 'none';
}
