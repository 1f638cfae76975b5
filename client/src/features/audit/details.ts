import { formatNumber, inWords } from '#parts/format/format.ts';

type Details = Readonly<Record<string, unknown>>;

/** One line per change: `Is staff: from no to yes`. */
export function detailLines(details: Details): string[] {
  const { changes, from, to, fields, ...rest } = details;
  const changed = isRecord(changes) ? changes : {};
  const others = Array.isArray(fields) ? fields.filter((field) => !(String(field) in changed)) : [];
  return [
    ...Object.entries(changed).map(([field, change]) => `${inWords(field)}: ${differenceOf(change)}`),
    ...(to === undefined ? [] : [differenceOf({ from, to })]),
    ...(others.length > 0 ? [`Changed: ${others.map((field) => inWords(String(field))).join(', ')}`] : []),
    ...Object.entries(rest).flatMap(([key, value]) => lineOf(key, value)),
  ];
}

function differenceOf(change: unknown): string {
  if (!isRecord(change)) return textOf(change);
  return `from ${textOf(change['from'])} to ${textOf(change['to'])}`;
}

function lineOf(key: string, value: unknown): string[] {
  if (isRecord(value) && 'from' in value && 'to' in value) return [`${inWords(key)}: ${differenceOf(value)}`];
  if (!isRecord(value)) return value === null ? [] : [`${inWords(key)}: ${textOf(value)}`];
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  if (parts.length === 0) return [];
  return [
    `${inWords(key)}: ${parts.map(([name, part]) => `${inWords(name).toLowerCase()} ${textOf(part)}`).join(', ')}`,
  ];
}

const maxItems = 3;

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) {
    const more = value.length - maxItems;
    return value.slice(0, maxItems).map(textOf).join(', ') + (more > 0 ? ` and ${more} more` : '');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
