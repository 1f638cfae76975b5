/** The tools of assistants, made from the contract's operations. */
import { type InputSchema, inputSchema } from 'contract/input-schema.ts';
import type { OperationName } from 'contract/operations.ts';
import { type AreaRoute, routes } from 'contract/routes.ts';
import { z } from 'zod';

/** In this order; a line here makes an operation a tool. */
const toolOperations = [
  'calculatePrincipal',
  'calculateScenario',
  'stressScenario',
  'solveLoan',
  'calculateSavings',
  'switchLoan',
  'calculateTakeHomePay',
  'listTaxYears',
  'listDatasets',
  'getDataset',
  'listGlossary',
  'listCalculations',
  'getCalculation',
] as const satisfies OperationName[];

export interface Tool {
  route: AreaRoute;
  hasRows: boolean;
  /** As the protocol lists it. */
  description: { name: string; inputSchema: InputSchema } & Record<string, unknown>;
}

const includeRows = { type: 'boolean', default: false, description: 'Whether the answer has every row.' };

/** Left out of an answer unless they are asked for: they would fill an assistant's memory. */
export const rowFields: ReadonlySet<string> = new Set(['amortization_schedule', 'schedule', 'rows']);

/** By name. */
export function createTools(): Map<string, Tool> {
  return new Map(toolOperations.map(createTool).map((tool) => [tool.description.name, tool]));
}

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
