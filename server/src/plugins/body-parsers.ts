import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { AppError, unknownFieldErrors, validationFailed } from '#errors.ts';
import { excessOfJson } from '#platform/request-size.ts';

/** The speed at which a refused body is discarded: 2.5 MB a second. */
const [bytesBetweenPauses, discardPauseMs] = [64 * 1024, 25];

/**
 * Bodies are JSON, or forms if the contract declares them (see `forms.ts`). Operations without a body accept an empty
 * body or `{}` with any content type, because clients send JSON's content type on every call.
 */
export default fp(async function bodyParsers(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');

  app.removeAllContentTypeParsers();

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (ignoresBody(request)) return done(null, undefined);
    if (!accepts(request, 'json')) return done(unsupported(request), undefined);
    if (text.toString().trim() === '') return done(null, undefined);
    if (!isUtf8(request)) return done(unsupportedMediaType('JSON must be encoded in UTF-8.'), undefined);
    const excess = excessOfJson(text.toString());
    if (excess) return done(validationFailed({ body: [excess] }), undefined);
    return void parseJson(request, text.toString(), (error, value) => {
      if (error) done(validationFailed({ body: ['Must be valid JSON.'] }));
      else if (!isRecord(value)) done(validationFailed({ body: ['Must be a JSON object.'] }));
      else if (isBodiless(request) && Object.keys(value).length > 0) done(unknownFields(value));
      else done(null, value);
    });
  });

  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (ignoresBody(request)) return done(null, undefined);
    const isEmptyBody = acceptsNoBody(request) && ['', '{}'].includes(text.toString().trim());
    done(isEmptyBody ? null : unsupported(request), undefined);
  });

  // Applies to every content type: compressed bytes are neither JSON nor a form.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isRefused = isEncoded(request) && hasBody(request) && !request.is404 && !ignoresBody(request);
    if (isRefused) done(unsupportedMediaType('Compressed bodies are not supported here.'));
    else done(null, payload);
  });

  // A refusal may be sent while the client is still sending. Closing the connection would reset it and lose the refusal,
  // and unread bytes would block the next request. So the rest is read and discarded, within the time limit of a request.
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (announcesBody(raw)) {
      // Otherwise Fastify would close the connection of a client whose body it refuses.
      reply.removeHeader('connection');
      if (!raw.complete) discard(raw);
    }
    done();
  });
});

/** Reads the rest with pauses, because many such bodies at full speed would slow down other clients. */
function discard(body: IncomingMessage): void {
  let bytes = 0;
  body.on('data', (data: Buffer) => {
    bytes += data.length;
    if (bytes < bytesBetweenPauses) return;
    bytes = 0;
    body.pause();
    setTimeout(() => body.resume(), discardPauseMs).unref();
  });
  body.resume();
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For an operation without a body, every field is unknown. */
const unknownFields = (value: object) =>
  validationFailed(
    Object.fromEntries(unknownFieldErrors(Object.keys(value)).map(([path, reason]) => [path, [reason]])),
  );

const isBodiless = ({ routeOptions: { config } }: FastifyRequest) =>
  config.contract !== undefined && config.contract.body === undefined;

const ignoresBody = ({ routeOptions: { config } }: FastifyRequest) => config.contract?.ignoresBody === true;

/** Whether the operation has no body or an optional body. */
function acceptsNoBody(request: FastifyRequest): boolean {
  const schema = request.routeOptions.config.contract?.body;
  return !schema || schema instanceof z.ZodOptional;
}

const isEncoded = ({ headers }: FastifyRequest) => !/^(identity)?$/i.test(headers['content-encoding'] ?? '');

/** The body of a GET has no meaning (RFC 9110, 9.3.1) and is not read. */
const hasBody = ({ method, raw }: FastifyRequest) => !['GET', 'HEAD'].includes(method) && announcesBody(raw);

const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function isUtf8({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

const unsupportedMediaType = (message: string) => new AppError('unsupported_media_type', message);

const bodyTypesOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.contract?.bodyTypes ?? ['json'];

const accepts = (request: FastifyRequest, type: keyof typeof mediaTypes) =>
  bodyTypesOf(request).includes(type);

const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const;

function unsupported(request: FastifyRequest): AppError {
  const types = bodyTypesOf(request).map((type) => mediaTypes[type]);
  return unsupportedMediaType(`The content type is not supported here. Send ${types.join(' or ')}.`);
}
