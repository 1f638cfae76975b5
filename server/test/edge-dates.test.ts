import { type AreaRoute, routes } from 'contract/routes.ts';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
let access: string;
beforeAll(async () => {
  ({ access } = await createCaller(test, { is_superuser: true }));
});

/** The first and last times of PostgreSQL, of JavaScript and of four digits, and what no calendar has. */
const edges = `
  0000-01-01 0001-01-01 0001-12-31 9999-12-31 10000-01-01 -000001-01-01 +275760-09-13
  0000-12-31T23:59:59Z 0001-01-01T00:00:00Z 0001-01-01T00:00:00+14:00 9999-12-31T23:59:59.999Z
  9999-12-31T23:59:59-14:00 +010000-01-01T00:00:00Z 0000 0001 9999 0000-01 9999-12 2026-02-30
  2026-13-01 2026-00-10 2026-02-29T00:00:00Z 2026-01-31T24:00:00Z garbage
`
  .trim()
  .split(/\s+/);

const isDate = (schema: z.ZodType) =>
  ['2026-01-31', '2026-01-31T00:00:00Z'].some((text) => schema.safeParse(text).success) &&
  !['some-text', '12'].some((text) => schema.safeParse(text).success);

/** The paths of the fields of a schema that take a date or a time. */
function dateFields(schema: z.ZodType, path: string[] = []): string[][] {
  const def = schema.def as { innerType?: z.ZodType; in?: z.ZodType; options?: z.ZodType[] };
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) =>
      isDate(field as z.ZodType) ? [[...path, name]] : dateFields(field as z.ZodType, [...path, name]),
    );
  }
  const inner = def.innerType ?? def.in;
  if (inner) return dateFields(inner, path);
  return (def.options ?? []).flatMap((option) => dateFields(option, path));
}

interface DatedPart {
  route: AreaRoute;
  part: 'body' | 'query';
  paths: string[][];
}

const datedParts: DatedPart[] = routes.flatMap((route) =>
  (['body', 'query'] as const).flatMap((part) => {
    const schema = route[part];
    // A record of its own is changed with the fields with which it is created.
    if (!schema || /:(?!slug)/.test(route.url)) return [];
    const paths = new Map(dateFields(schema).map((path) => [path.join('.'), path]));
    return paths.size > 0 ? [{ route, part, paths: [...paths.values()] }] : [];
  }),
);

/** The example with another value at a path. */
function withValue(example: unknown, [name = '', ...rest]: string[], value: unknown): object {
  const fields = (example ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: rest.length === 0 ? value : withValue(fields[name], rest, value) };
}

it('finds the dates of every request', () => {
  const names = datedParts.flatMap(({ route, paths }) =>
    paths.map((path) => [route.operation, ...path].join('.')),
  );
  expect(names).toEqual(
    expect.arrayContaining([
      'getReport.from',
      'listUsers.updated_before',
      'listIpRecords.created_after',
      'deleteLogRecords.until',
      'deleteLogRecords.filter.created_after',
      'createNotice.ends_at',
      'createToken.expires_at',
      'createObjective.target_date',
      'calculateScenario.start_date',
      'getDataset.as_of',
    ]),
  );
});

it.each(datedParts.map((dated) => [dated.route.operation, dated] as const))(
  '%s accepts or names dates at the edges of the calendar, each and all at once',
  async (_, { route, part, paths }) => {
    const faults: unknown[] = [];
    const call = { method: route.method, url: route.url.replace(':slug', 'inflation-australia') };
    for (const edge of edges) {
      for (const chosen of paths.length > 1 ? [...paths.map((path) => [path]), paths] : [paths]) {
        const input = chosen.reduce<object>(
          (values, path) => withValue(values, path, edge),
          part === 'body' ? (route.bodyExample as object) : {},
        );
        const { status, body } = await callApi(test, call, { access, [part]: input });
        const isNamed = Object.keys((body as { details?: object }).details ?? {}).length > 0;
        if (status >= 500 || (status === 400 && !isNamed)) faults.push([edge, chosen, status, body]);
      }
    }
    expect(faults).toEqual([]);
  },
);
