import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { Refusal } from 'engine/refusal.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, errorBody, errorMessages, notFound, unavailable, validationFailed } from '#errors.ts';
import { isDatabaseUnavailable, isMissingRow } from '#platform/database/database.ts';
import { FileStoreUnavailableError } from '#platform/files/files.ts';
import { ipAddressOf, clientInfoOf } from './client-info.ts';
import { setRateLimit } from './rate-limit-headers.ts';
import { dataHeaders } from './security-headers.ts';

/** How long the client of a raw response may read before its connection is closed. */
const lingerMs = 1_000;

/** Turns every failure into the error envelope. */
export default fp(async function errorHandler(app: FastifyInstance) {
  app.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    if (!hasLimit(toAppError(thrown)?.code, request)) return sendError(thrown, request, reply);
    try {
      await app.limitMalformed(request);
      return sendError(thrown, request, reply);
    } catch (refusal) {
      return sendError(refusal, request, reply);
    }
  });

  // Otherwise Node would refuse the request with an empty response.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', ({ raw: { headers, rawHeaders, httpVersion } }, _reply, done) => {
    if (httpVersion === '1.1' && headers.host === undefined) throw malformed('The Host header is missing.');
    if (hasTwoHosts(rawHeaders)) throw malformed('There must be one Host header.');
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
      throw malformed('The value of the Expect header is not supported.');
    }
    done();
  });
});

/** Guests’ operations return 401 for what they check themselves, within their limit. */
const hasLimit = (code: ErrorCode | undefined, { caller, routeOptions }: FastifyRequest) =>
  malformedCodes.has(code) ||
  (!caller &&
    (routeOptions.config?.contract?.access ?? 'guest') !== 'guest' &&
    unauthenticatedCodes.has(code));

const unauthenticatedCodes: ReadonlySet<ErrorCode | undefined> = new Set([
  'not_authenticated',
  'token_not_valid',
]);

/** The refusals of bodies and queries that have a limit. */
const malformedCodes: ReadonlySet<ErrorCode | undefined> = new Set([
  'validation_failed',
  'unsupported_media_type',
  'payload_too_large',
]);

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isGone = isCutOff(request) || isAbandoned(thrown, reply);
  const error = isGone ? timedOut() : toAppError(thrown);
  // No response is sent, so the request log has no line for it.
  if (isGone)
    request.log.info(
      { err: thrown, ...contextOf(request), address: ipAddressOf(request) },
      'request cut off',
    );
  else if (!error) request.log.error({ err: thrown, ...contextOf(request) }, 'request crashed');
  else if (error.statusCode >= 500 || error.cause !== undefined) {
    request.log.warn({ err: error.cause, ...contextOf(request) }, error.message);
  }
  const { retryAfterSeconds: resetSeconds, usedLimit: limit } = error ?? {};
  if (resetSeconds !== undefined) reply.header('retry-after', String(resetSeconds));
  if (resetSeconds !== undefined && limit)
    setRateLimit(request, { name: limit.name, limit, remaining: 0, resetSeconds });
  return reply
    .headers({ ...dataHeaders, 'x-request-id': request.id })
    .status(error?.statusCode ?? errorStatuses.internal_error)
    .type('application/json; charset=utf-8')
    .send(errorBody(error, request.id));
}

const contextOf = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  from_proxy: clientInfoOf(request).fromProxy,
});

/** Translates Fastify's own refusals into those of the contract. Undefined for unexpected errors. */
export function toAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof Refusal) return validationFailed(thrown.details);
  if (isDatabaseUnavailable(thrown) || thrown instanceof FileStoreUnavailableError)
    return unavailable(thrown);
  if (isMissingRow(thrown)) return notFound();
  const { statusCode = 500, code } = (thrown ?? {}) as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return malformed('The body is shorter or longer than announced.');
  switch (statusCode) {
    // A path that cannot exist, or a path parameter that is too long.
    case 403:
    case 404:
    case 414:
      return notFound();
    case 408:
      return timedOut();
    case 413:
      return new AppError('payload_too_large');
    case 415:
      return new AppError('unsupported_media_type');
    case 416:
      return new AppError('range_not_satisfiable');
    default:
      return statusCode >= 400 && statusCode < 500 ? malformed(errorMessages.validation_failed) : undefined;
  }
}

/** Node keeps the first, a proxy may have used the other. `rawHeaders` has names and values in turn. */
const hasTwoHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && /^host$/i.test(text)).length > 1;

const isCutOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

const isAbandoned = (thrown: unknown, { raw }: FastifyReply) =>
  (thrown instanceof DOMException && thrown.name === 'AbortError') ||
  (raw.destroyed && (thrown as Partial<FastifyError> | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE');

const timedOut = () => new AppError('request_timeout');

const malformed = (message: string) => new AppError('validation_failed', message);

/** Handles refusals of the HTTP parser (bad syntax, slow or oversized headers), which never reach a route. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = clientErrors[error.code ?? ''] ?? 'validation_failed';
  const status = errorStatuses[code];
  const body = JSON.stringify(errorBody(new AppError(code, errorMessages[code]), requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `${rawDataHeaders}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\n\r\n${body}`,
  );
  // Closing immediately would reset the connection, and the client might lose this response.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const rawDataHeaders = Object.entries(dataHeaders)
  .map(([name, value]) => `${name}: ${value}`)
  .join('\r\n');

const clientErrors: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
