/** Responds to calls of the Model Context Protocol. Loaded with the first call. */
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { screenLinks } from 'contract/calculations/links.ts';
import type { ErrorBody } from 'contract/errors.ts';
import type { AreaRoute } from 'contract/routes.ts';
import { messages, site } from 'contract/texts.ts';
import type { TokenScope } from 'contract/tokens/tokens.constants.ts';
import { validationFailed } from '#errors.ts';
import { createTools, narrowedAnswers, privateFields, rowFields, type Tool } from './tools.ts';
import { type Arguments, instructions, sentenceOf } from './tool-texts.ts';

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
