/** The tools of assistants, which are derived from the operations of the contract. */
import type { OperationName } from 'contract/operations.ts';
import type { RouteResponse, Route } from 'contract/route.ts';
import { type AreaRoute, type RouteOf, routes } from 'contract/routes.ts';
import { z } from 'zod';

/** The operations that are tools, in the order of the tool list. */
const toolOperations = [
  'calculatePrincipal',
  'calculateScenario',
  'stressScenario',
  'solveLoan',
  'calculateSavings',
  'switchLoan',
  'compareRate',
  'calculateTakeHomePay',
  'calculateBuying',
  'calculateStudyLoan',
  'listTaxYears',
  'listDatasets',
  'getDataset',
  'listGlossary',
  'listCalculations',
  'getCalculation',
  'listLoans',
] as const satisfies OperationName[];

export interface Tool {
  route: AreaRoute;
  hasRows: boolean;
  /** The entry of the tool in the tool list of the protocol. */
  description: { name: string; inputSchema: ReturnType<typeof inputSchema> } & Record<string, unknown>;
}

const includeRows = {
  type: 'boolean',
  default: false,
  description: 'Whether the result includes every row.',
};

/** Omitted from a result unless requested, because they would fill the context of an assistant. */
export const rowFields: ReadonlySet<string> = new Set(['amortization_schedule', 'schedule', 'rows']);

/** Never in a result: a bank statement does not belong in a conversation. */
export const privateFields: ReadonlySet<string> = new Set(['transactions', 'offset_balances']);

/** What a result has of a followed loan: neither rows nor who else follows it. */
const loanFields = ['as_of', 'owed', 'rate', 'payment', 'projection', 'gained'] as const;

/** Reduces the response of an operation to what an assistant may read. */
export const narrowedAnswers: { [Name in OperationName]?: (answer: RouteResponse<RouteOf<Name>>) => object } =
  {
    listLoans: ({ data }) => ({
      data: data.map(({ name, headline }) => ({
        name,
        ...Object.fromEntries(loanFields.map((field) => [field, headline[field]])),
      })),
    }),
  };

export const createTools = (): Map<string, Tool> =>
  new Map(toolOperations.map(createTool).map((tool) => [tool.description.name, tool]));

function createTool(operation: OperationName): Tool {
  const route = routes.find((each) => each.operation === operation);
  if (!route) throw new Error(`The contract has no ${operation}.`);
  const hasRows = Boolean(route.isCalculation) && hasRowFields(route);
  const { summary: title, description = `${title}.` } = route;
  return {
    route,
    hasRows,
    description: {
      name: operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      title,
      description,
      inputSchema: inputSchema(route, hasRows ? { include_rows: includeRows } : {}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  };
}

function hasRowFields({ responses }: AreaRoute): boolean {
  const success = responses[200];
  const schema = JSON.stringify(success?.kind === 'json' ? z.toJSONSchema(success.schema) : {});
  return [...rowFields].some((field) => schema.includes(`"${field}":`));
}

type Schema = Record<string, unknown>;

/**
 * The input of an operation as one JSON Schema: one object of the path, query, body and additional fields, because some
 * clients refuse unions and references at the root.
 */
function inputSchema(route: Route, additionalFields: Schema) {
  const variants: Record<string, unknown[]> = {};
  const required: string[] = [];
  for (const part of [route.params, route.query, route.body]) {
    const branches = part ? branchesOf(part) : [];
    required.push(
      ...(branches[0]?.required ?? []).filter((name) =>
        branches.every((each) => each.required.includes(name)),
      ),
    );
    for (const [name, schema] of branches.flatMap(({ properties }) => Object.entries(properties))) {
      const schemas = (variants[name] ??= []);
      if (!schemas.some((each) => JSON.stringify(each) === JSON.stringify(schema))) schemas.push(schema);
    }
  }
  // The result is always JSON, so there is no format to choose.
  delete variants['format'];
  const properties = Object.entries(variants).map(([name, [first, ...others]]) => [
    name,
    others.length > 0 ? { anyOf: [first, ...others] } : first,
  ]);
  return {
    type: 'object' as const,
    properties: { ...Object.fromEntries(properties), ...additionalFields },
    required,
    additionalProperties: false,
    examples: [exampleOf(route)],
  };
}

interface ObjectSchema {
  properties: Schema;
  required: string[];
}

/** The object schema, or the object schemas of a union. */
function branchesOf(part: z.ZodType): ObjectSchema[] {
  const schema = z.toJSONSchema(part, { io: 'input', metadata }) as Partial<ObjectSchema> & {
    oneOf?: ObjectSchema[];
  };
  return (schema.oneOf ?? [schema]).map(({ properties = {}, required = [] }) => ({ properties, required }));
}

/** Metadata without ids, so that every schema is inlined where it is used. */
const metadata = Object.assign(z.registry<object>(), {
  get: (schema: z.ZodType) => {
    const { id: _id, ...meta } = z.globalRegistry.get(schema) ?? {};
    return meta;
  },
});

/** The example of the body, or path parameters with the values from the example of the response. */
function exampleOf({ bodyExample, params, responses }: Route): unknown {
  const success = responses[200];
  const responseText = JSON.stringify(success?.kind === 'json' ? success.example : {});
  const parts = Object.keys(params?.shape ?? {});
  return (
    bodyExample ??
    Object.fromEntries(parts.map((name) => [name, new RegExp(`"${name}":"([^"]*)"`).exec(responseText)?.[1]]))
  );
}
