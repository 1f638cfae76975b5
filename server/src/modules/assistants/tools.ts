/** The tools of assistants, which are derived from the operations of the contract. */
import { type InputSchema, inputSchema } from 'contract/input-schema.ts';
import type { OperationName } from 'contract/operations.ts';
import type { RouteResponse } from 'contract/route.ts';
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
  description: { name: string; inputSchema: InputSchema } & Record<string, unknown>;
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
