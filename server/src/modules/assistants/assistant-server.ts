/** Responds to calls of the Model Context Protocol. Loaded with the first call. */
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { screenLinks } from 'contract/calculations/links.ts';
import type { ErrorBody } from 'contract/errors.ts';
import type { AreaRoute, RouteOf } from 'contract/routes.ts';
import { messages, site } from 'contract/texts.ts';
import type { TokenScope } from 'contract/tokens/tokens.constants.ts';
import { formatAud } from 'contract/formats.ts';
import { count } from 'contract/counts.ts';
import { calculationMethod } from 'contract/calculations/method.ts';
import type { OperationName } from 'contract/operations.ts';
import type { RouteResponse } from 'contract/route.ts';
import { averageIgnores, type LoanKind, rateGapSentence } from 'contract/rate-gap/rate-gap.constants.ts';
import { againstStaying } from 'contract/scenarios/switching.constants.ts';
import { validationFailed } from '#errors.ts';
import { createTools, narrowedAnswers, privateFields, rowFields, type Tool } from './tools.ts';

const instructions =
  'Exact figures about Australian loans, savings and pay. Amounts are Australian dollars (AUD), rates are percent a year, ' +
  'and figures are exact to the cent. Information only, not financial advice.';

type Arguments = Readonly<Record<string, unknown>>;
type Sentences = {
  [Name in OperationName]?: (answer: RouteResponse<RouteOf<Name>>, input: Arguments) => string;
};

const payments: Readonly<Record<string, string>> = { fortnightly: 'Fortnightly', weekly: 'Weekly' };

/** What people read of a tool's result. */
const sentences: Sentences = {
  calculatePrincipal: ({ data }) =>
    `Monthly payment ${formatAud(data.calculated_monthly_payment)}, total interest ${formatAud(data.total_interest_paid)}.`,
  calculateScenario: ({ data }, { payment_frequency }) =>
    `${payments[String(payment_frequency)] ?? 'Monthly'} payment ${formatAud(data.payment)}, ` +
    `total interest ${formatAud(data.total_interest_paid)}, repaid with payment ${data.payoff_period}.`,
  stressScenario: ({ data }) =>
    data
      .map(({ added_rate, payment }) => `At ${added_rate} points more, payment ${formatAud(payment)}.`)
      .join(' '),
  solveLoan: ({ data }, { solve_for }) =>
    `The ${String(solve_for).replaceAll('_', ' ')} is ${formatAud(data.amount)}.`,
  calculateSavings: ({ data }) =>
    `Final balance ${formatAud(data.final_balance)}, total interest ${formatAud(data.total_interest)}.`,
  switchLoan: ({ data }) =>
    data.offers
      .map(
        ({ name, least, keep }) =>
          `${name} costs ${againstStaying(least.difference.total_cost, formatAud)} when paying the least, ` +
          `${againstStaying(keep.difference.total_cost, formatAud)} with today's payment.`,
      )
      .join(' '),
  compareRate: ({ data }, input) =>
    `${rateGapSentence(data, input as unknown as LoanKind)} ${averageIgnores}`,
  calculateTakeHomePay: ({ data }) =>
    `Take-home pay ${formatAud(data.net_income)} a year, ${formatAud(data.net_per.monthly)} a month, after ${formatAud(data.total_tax)} of tax${data.lines.some(({ key }) => key === 'study_loan') ? ' and study loan repayment' : ''}.`,
  calculateBuying: ({ data: { purchase, borrowing, largest } }) =>
    [
      purchase &&
        `Duty ${formatAud(purchase.duty.amount)}, cash needed on the day ${formatAud(purchase.cash_needed)}.`,
      borrowing && `Can be borrowed ${formatAud(borrowing.loan)}.`,
      largest?.price && `Largest price ${formatAud(largest.price)}.`,
      (purchase ?? largest?.purchase)?.duty.provisional &&
        'The duty is provisional, because the law of that day may differ.',
    ]
      .filter(Boolean)
      .join(' '),
  calculateStudyLoan: ({ data }) =>
    `${data.ends_in ? `Ends in ${data.ends_in}` : 'Does not end within 50 years'}, with ${formatAud(data.total_indexation)} of indexation.`,
  listTaxYears: ({ data }) => `${data[0]?.income_year} to ${data.at(-1)?.income_year}.`,
  listDatasets: ({ data }) => `${count(data.length, 'dataset')}.`,
  getDataset: ({ data }) => `${data.title}, ${data.first} to ${data.last}.`,
  listGlossary: ({ data }) => `${count(data.length, 'term')}.`,
  listCalculations: ({ totalCalculation }) => `${count(totalCalculation, 'saved calculation')}.`,
  listLoans: ({ data }) => `${count(data.length, 'followed loan')}.`,
  getCalculation: ({ calculation, changes }) =>
    `${calculation.name}, saved with method ${calculation.method}; ${count(changes.length, 'figure')} changed since.`,
};

/** The sentence of a response, in one line. */
function sentenceOf(route: AreaRoute, answer: unknown, input: Arguments): string {
  const write = sentences[route.operation] as ((answer: unknown, input: Arguments) => string) | undefined;
  const figures = write?.(answer, input).replaceAll(/\s+/g, ' ') ?? `${route.summary}.`;
  const method = route.isCalculation ? `Method ${calculationMethod}. ` : '';
  return `${figures} ${method}Information only, not financial advice.`;
}

interface AssistantCall {
  publicUrl: string;
  /** The scopes of the API token; none for a guest. */
  scopes: readonly TokenScope[];
  /** Runs an operation with the checks that it has over HTTP. */
  run: (route: AreaRoute, input: Arguments) => Promise<unknown>;
  /** Reduces an error to the response that the caller may read. */
  toErrorBody: (thrown: unknown) => ErrorBody;
}

const tools = createTools();

/** Those that clients ask for with `initialize`; the newest is the answer to any other. */
const supportedProtocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Nothing is stored between calls, so there are no subscriptions. */
export const answerCall = (call: AssistantCall, request: Request, parsedBody: unknown): Promise<Response> =>
  createMcpHandler(() => serverFor(call), { maxSubscriptions: 0 }).fetch(request, { parsedBody });

function serverFor(call: AssistantCall): Server {
  const server = new Server(
    { name: site.name.toLowerCase(), version: site.version },
    { capabilities: { tools: {} }, instructions, supportedProtocolVersions },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()]
      .filter(({ route: { access, scope } }) => access === 'guest' || (scope && call.scopes.includes(scope)))
      .map(({ description }) => description),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return callTool(call, tool, params.arguments ?? {});
  });
  return server;
}

async function callTool(call: AssistantCall, { route, hasRows }: Tool, input: Arguments) {
  try {
    const { include_rows: includesRows, ...fields } = input;
    if (hasRows && ![undefined, null, true, false].includes(includesRows as boolean)) {
      throw validationFailed({ include_rows: ['Must be true or false.'] });
    }
    // A tool responds only in JSON, even if its operation offers other formats.
    if ('format' in input) throw validationFailed({ format: [messages.unknownField] });
    const whole = await call.run(route, hasRows ? fields : input);
    const narrow = narrowedAnswers[route.operation] as ((answer: unknown) => object) | undefined;
    const answer = narrow ? narrow(whole) : whole;
    const isLeftOut = (name: string) =>
      privateFields.has(name) || (hasRows && !includesRows && rowFields.has(name));
    const structuredContent = withoutFields(answer, isLeftOut) as Arguments;
    const texts = [sentenceOf(route, answer, input), JSON.stringify(structuredContent)];
    const uri = new URL(screenLinks[route.operation]?.(input) ?? '/', call.publicUrl).href;
    return {
      structuredContent,
      content: [...texts.map(textContent), { type: 'resource_link' as const, uri, name: route.summary }],
    };
  } catch (thrown) {
    const body = call.toErrorBody(thrown);
    return { isError: true, structuredContent: { ...body }, content: [textContent(body.msg)] };
  }
}

const textContent = (text: string) => ({ type: 'text' as const, text });

function withoutFields(value: unknown, isLeftOut: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutFields(entry, isLeftOut));
  if (typeof value !== 'object' || value === null) return value;
  const others = Object.entries(value).filter(([name]) => !isLeftOut(name));
  return Object.fromEntries(others.map(([name, each]) => [name, withoutFields(each, isLeftOut)]));
}
