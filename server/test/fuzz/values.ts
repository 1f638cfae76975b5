/** What stands in a body, a path or a query before it is written down. */
export type Value = string | number | boolean | null | Value[] | Fields | Reference | RawJson;

/** An object as it is written: its names may repeat, and none of them means anything to JavaScript. */
export class Fields {
  readonly entries: readonly (readonly [string, Value])[];
  constructor(entries: readonly (readonly [string, Value])[]) {
    this.entries = entries;
  }
}

/** JSON, or what is nearly so, that no serializer writes: `1e400`, `-0`, half of an array. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What exists at the moment of sending; `own…` are the caller's. */
export const pools = [
  'people',
  'users',
  'usernames',
  'emails',
  'sessions',
  'friendRequests',
  'ipRecords',
  'logRecords',
  'files',
  'refreshTokens',
  'linkIds',
  'linkTokens',
  'signedFiles',
  'signedExpiries',
  'signatures',
  'ownIds',
  'ownUsernames',
  'ownEmails',
  'ownRefreshTokens',
  'ownSessions',
  'ownFriends',
  'ownReceivedRequests',
  'ownSentRequests',
  'ownBlocked',
] as const;
export type Pool = (typeof pools)[number];

/** One of a pool. Pools that belong together, such as a link's id and its token, give their equals. */
export class Reference {
  readonly pool: Pool;
  readonly pick: number;
  constructor(pool: Pool, pick: number) {
    this.pool = pool;
    this.pick = pick;
  }
}

export type LookUp = (reference: Reference) => string;

/** As a form, a path or a query has it. */
export function toText(value: Value, lookUp: LookUp): string {
  if (value instanceof Reference) return lookUp(value);
  if (typeof value === 'string') return value;
  return toJson(value, lookUp);
}

export function toJson(value: Value, lookUp: LookUp): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Reference) return JSON.stringify(lookUp(value));
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item, lookUp)).join(',')}]`;
  if (value instanceof Fields) {
    const members = value.entries.map(([name, item]) => `${JSON.stringify(name)}:${toJson(item, lookUp)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
