import { callbackify } from 'node:util';
import { messages } from 'contract/messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { AppError, validationFailed } from '#errors.ts';
import { formBytes, formLimits, readForm } from './forms.ts';
import { createUploadBudget, type UploadBudget } from './upload-budget.ts';
import multipart from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file part of the form, where its route takes one and it has one. */
    upload: Buffer | undefined;
  }
}

/**
 * Bodies are JSON, or forms where the contract says so. Operations that take none accept an empty body or `{}` under
 * any content type, because clients send JSON's type on every call.
 */
export default fp(async (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');

  app.removeAllContentTypeParsers();

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.toString().trim() === '') return done(null, undefined);
    if (!isUtf8(request)) return done(misencoded('JSON is taken as UTF-8 only.'), undefined);
    return void parseJson(request, text.toString(), (error, value) => {
      if (error) done(validationFailed({ body: ['Must be valid JSON.'] }));
      else if (!isRecord(value)) done(validationFailed({ body: ['Must be a JSON object.'] }));
      else if (isBodiless(request) && Object.keys(value).length > 0) done(unknownFields(value));
      else done(null, value);
    });
  });

  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (isNoBody(request, text.toString())) return done(null, undefined);
    return done(unsupported(request), undefined);
  });

  // Recognises the type and leaves the body unread, for the hook to read after everything else was checked.
  await app.register(multipart, { limits: formLimits, throwFileSizeLimit: false });

  // Whatever its type: compressed bytes are neither JSON nor a form.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isRefused = isEncoded(request) && hasBody(request) && !request.is404;
    if (isRefused) done(misencoded('Compressed bodies are not supported here.'));
    else done(null, payload);
  });

  app.decorateRequest('upload', undefined);
  const reserve = createUploadBudget();

  const read = callbackify(readMultipart);
  app.addHook('preValidation', (request, reply, done) => {
    if (request.isMultipart()) read(request, reply, reserve, done);
    else done();
  });
});

async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  reserve: UploadBudget,
): Promise<void> {
  // Of a client that is gone already no further sign would ever come.
  if (request.raw.destroyed) throw new AppError('validation_failed', 'The form is malformed.');
  if (!bodyTypesOf(request)?.includes('multipart')) {
    if (isNoBody(request, await readText(request))) return;
    throw unsupported(request);
  }
  const { fileField, isPartialUpdate = false } = request.routeOptions.config.contract ?? {};
  const bytes = formBytes(request, fileField);
  if (fileField !== undefined) reserve(request, reply, bytes);
  const { fields, file } = await readForm(request, { fileField, isPartialUpdate });
  request.body = fields;
  request.upload = file;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of an operation that takes no body: all of them. */
const unknownFields = (value: object) =>
  validationFailed(Object.fromEntries(Object.keys(value).map((key) => [key, [messages.unknownField]])));

const bodyTypesOf = (request: FastifyRequest): readonly string[] | undefined => {
  const contract = request.routeOptions.config.contract;
  return contract?.body && (contract.bodyTypes ?? ['json']);
};

const isBodiless = ({ routeOptions: { config } }: FastifyRequest) =>
  config.contract !== undefined && config.contract.body === undefined;

const isNoBody = (request: FastifyRequest, text: string) =>
  takesNone(request) && ['', '{}'].includes(text.trim());

/** Whether the operation has no body, or may go without. */
function takesNone(request: FastifyRequest): boolean {
  const schema = request.routeOptions.config.contract?.body;
  return !schema || schema instanceof z.ZodOptional;
}

const isEncoded = ({ headers }: FastifyRequest) => !/^(identity)?$/i.test(headers['content-encoding'] ?? '');

/** That of a GET means nothing (RFC 9110, 9.3.1) and is not read. */
const hasBody = ({ method, headers }: FastifyRequest) =>
  !['GET', 'HEAD'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function isUtf8({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

const misencoded = (message: string) => new AppError('unsupported_media_type', message);

function unsupported(request: FastifyRequest): AppError {
  const types = bodyTypesOf(request)?.includes('multipart')
    ? 'application/json or multipart/form-data'
    : 'application/json';
  return new AppError('unsupported_media_type', `The content type is not supported here. Send ${types}.`);
}

/** As much of an unread body as decides whether there is one. */
async function readText({ raw }: FastifyRequest): Promise<string> {
  let text = '';
  // Left early, the iterator would by default destroy the connection that the answer needs.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.length > 100) break;
  }
  return text;
}
