/** Values that mean something, by the name of their field: from the document's examples, then from responses. */
export interface KnownValues {
  /** Remembers every named value in this JSON. */
  learn: (json: unknown) => void;
  /** The newest first. */
  of: (field: string) => readonly unknown[];
}

/** The name under which every id is found, whatever its field. */
export const anyId = 'any id';

const keptValues = 30;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createKnownValues(): KnownValues {
  const values = new Map<string, unknown[]>();
  const remember = (name: string, value: unknown) => {
    const others = (values.get(name) ?? []).filter((other) => other !== value);
    values.set(name, [value, ...others].slice(0, keptValues));
  };
  const learn = (json: unknown, name = '') => {
    if (Array.isArray(json)) for (const item of json) learn(item, name);
    else if (typeof json === 'object' && json !== null) {
      for (const [field, value] of Object.entries(json)) learn(value, field);
      // A path names it so: `request.id` is `requestId`.
      if ('id' in json) learn(json.id, `${name}Id`);
    } else if (name !== '') remember(name, json);
    if (typeof json !== 'string') return;
    if (uuid.test(json)) remember(anyId, json);
    if (name === 'user_image') remember('filePath', json);
    // A signed address holds the parameters of another operation.
    if (name === 'url' && URL.canParse(json)) {
      for (const [field, value] of new URL(json).searchParams) remember(field, value);
    }
  };
  return { learn, of: (field) => values.get(field) ?? [] };
}
