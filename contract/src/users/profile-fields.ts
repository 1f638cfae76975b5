export interface ProfileFieldRow {
  label: string;
  /** The type of the input, and of the column: a date, otherwise text. */
  type: 'date' | 'tel' | 'text';
  /** The field’s name in the HTML standard’s list of autofill fields. */
  autoComplete: string;
  /** What the privacy page calls the value. Absent for a value that it names with another one. */
  personalData?: string;
  example: string;
  /** For a date: the earliest one. The latest is today. */
  earliest?: string;
  /** For a text. */
  maxLength?: number;
  /** Without it, the text is a visible line. */
  pattern?: { matches: RegExp; refusal: string };
  /** Returns the form of the text that is stored. */
  normalize?: (text: string) => string;
}

/** ITU-T E.164: a complete phone number has at most 15 digits. */
const codeDigits = 15;

/**
 * What users may add about themselves. The schemas, the forms, the export and the privacy page follow from these rows, and
 * each name is a column of `users`. All are optional and private: only the record of a single user contains them, for the
 * user and for staff who view it. The user and staff who manage the user may change them.
 */
const rows = {
  date_of_birth: {
    label: 'Date Of Birth',
    type: 'date',
    autoComplete: 'bday',
    personalData: 'date of birth',
    example: '1990-12-10',
    earliest: '1900-01-01',
  },
  country_name: {
    label: 'Country',
    type: 'text',
    autoComplete: 'country-name',
    personalData: 'country',
    example: 'Australia',
    maxLength: 100,
  },
  country_code: {
    label: 'Country Code',
    type: 'text',
    autoComplete: 'off',
    example: '61',
    maxLength: 1 + codeDigits,
    pattern: {
      matches: new RegExp(`^\\+?\\d{1,${codeDigits}}$`),
      refusal: `Must be at most ${codeDigits} digits, with or without a leading +.`,
    },
    normalize: (code) => code.replace('+', ''),
  },
  phone_number: {
    label: 'Phone Number',
    type: 'tel',
    autoComplete: 'tel-national',
    personalData: 'telephone number',
    example: '400 000 000',
    maxLength: 32,
    pattern: {
      matches: /^[\d ()+.-]*$/,
      // With no-break spaces between the characters.
      refusal: 'Use only digits, spaces and the characters +\u00a0(\u00a0)\u00a0-\u00a0.',
    },
  },
} as const satisfies Record<string, ProfileFieldRow>;

export type ProfileField = keyof typeof rows;

export const profileFields: Readonly<Record<ProfileField, ProfileFieldRow>> = rows;

export const profileFieldNames = Object.keys(rows) as ProfileField[];

/** An object with a value for each field. */
export function byProfileField<Value>(
  valueOf: (name: ProfileField, row: ProfileFieldRow) => Value,
): Record<ProfileField, Value> {
  return Object.fromEntries(
    profileFieldNames.map((name) => [name, valueOf(name, profileFields[name])]),
  ) as Record<ProfileField, Value>;
}
