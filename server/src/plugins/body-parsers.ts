import multipart from '@fastify/multipart';
import type { FieldErrors } from 'contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, validationFailed } from '#errors.ts';

/** What a form may hold, whatever its fields are. The longest field is an e-mail or a password. */
const formLimits = {
  fields: 40,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  files: 1,
  headerPairs: 20,
} as const;

/**
 * Bodies are JSON, or forms where the contract says so. Operations that take none accept an empty body or `{}` under
 * any content type, because clients send JSON's type on every call.
 */
export default fp(async (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');

  app.removeAllContentTypeParsers();

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.toString().trim() === '') return done(null, undefined);
    return void parseJson(request, text.toString(), (error, value) => {
      if (error) done(validationFailed({ body: ['Must be valid JSON.'] }));
      else if (!isRecord(value)) done(validationFailed({ body: ['Must be a JSON object.'] }));
      else done(null, value);
    });
  });

  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (isNoBody(request, text.toString())) return done(null, undefined);
    return done(unsupported(request), undefined);
  });

  // Recognises the type and leaves the body unread, for the hook to read after everything else was checked.
  await app.register(multipart, { limits: formLimits });

  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    if (bodyTypesOf(request)?.includes('multipart')) request.body = await readForm(request);
    else if (!isNoBody(request, await readText(request))) throw unsupported(request);
  });
});

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const bodyTypesOf = (request: FastifyRequest): readonly string[] | undefined => {
  const contract = request.routeOptions.config.contract;
  return contract?.body && (contract.bodyTypes ?? ['json']);
};

const isNoBody = (request: FastifyRequest, text: string) =>
  bodyTypesOf(request) === undefined && ['', '{}'].includes(text.trim());

function unsupported(request: FastifyRequest): AppError {
  const types = bodyTypesOf(request)?.includes('multipart')
    ? 'application/json or multipart/form-data'
    : 'application/json';
  return new AppError('unsupported_media_type', `The content type is not supported here. Send ${types}.`);
}

/** A form's fields as a record of texts. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  const refused: FieldErrors = {};
  try {
    for await (const part of request.parts()) {
      const { fieldname } = part;
      if (part.type === 'file') {
        part.file.resume();
        refused[fieldname] = ['Must not be a file.'];
      } else if (part.valueTruncated || part.fieldnameTruncated) {
        throw new AppError('payload_too_large', 'A field of the form is too long.');
      } else if (fields.has(fieldname)) {
        refused[fieldname] = ['Must not be given twice.'];
      } else {
        fields.set(fieldname, part.value);
      }
    }
  } catch (error) {
    throw isTooLarge(error) ? error : new AppError('validation_failed', 'The form is malformed.');
  }
  if (Object.keys(refused).length > 0) throw validationFailed(refused);
  return Object.fromEntries(fields);
}

/** Whatever else goes wrong while a form is read is the form's fault. */
const isTooLarge = (error: unknown) => (error as Partial<FastifyError>).statusCode === 413;

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
