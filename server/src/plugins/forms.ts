import multipart, { type MultipartFile } from '@fastify/multipart';
import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, errorAtField, validationFailed } from '#errors.ts';
import { reserveUpload } from './upload-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: Buffer | undefined;
  }
}

/** The same for every form. The longest field is an email address or a password. */
const formLimits = {
  fields: 40,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  /** One file is read. An error names the others. */
  files: 5,
  fileSize: imageLimits.maxBytes,
  headerPairs: 20,
} as const;

/** All fields at maximum length, with the separators. */
const fieldBytes = formLimits.fields * (formLimits.fieldSize + 1024);

interface Form {
  /** Texts by field. Null only if the forms of the route allow it. */
  fields: Record<string, unknown>;
  file: Buffer | undefined;
}

interface FormRules {
  /** The only file field. A text with this name is ignored. */
  fileField?: string;
  nullableFields?: readonly string[];
}

/** Parses forms after all checks that do not need the body. */
export default fp(async function forms(scope: FastifyInstance) {
  await scope.register(multipart, { limits: formLimits, throwFileSizeLimit: false });

  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    // A closed request emits no further event.
    if (request.raw.destroyed) throw malformed();
    const rules: FormRules = request.routeOptions.config.contract ?? {};
    const bytes = formBytes(request, rules);
    if (rules.fileField !== undefined) reserveUpload(request, reply, bytes);
    const { fields, file } = await readForm(request, rules);
    request.body = fields;
    request.upload = file;
  });
});

/** The announced size, otherwise the maximum. Throws `payload_too_large` before anything is read. */
function formBytes({ headers }: FastifyRequest, { fileField }: FormRules): number {
  const most = fieldBytes + (fileField === undefined ? 0 : imageLimits.maxBytes);
  const announced = Number(headers['content-length'] ?? most);
  if (announced <= most) return announced;
  throw fileField === undefined ? new AppError('payload_too_large') : fileTooLarge(fileField);
}

/** Throws `validation_failed` for an invalid form, `payload_too_large` for one that is too large. */
async function readForm(request: FastifyRequest, rules: FormRules): Promise<Form> {
  try {
    return await readParts(request, rules);
  } catch (error) {
    request.raw.unpipe();
    throw error instanceof AppError || isTooLarge(error) ? error : malformed();
  }
}

async function readParts(request: FastifyRequest, { fileField, nullableFields }: FormRules): Promise<Form> {
  const fields = new Map<string, unknown>();
  const refused = new Map<string, string[]>();
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    const { fieldname } = part;
    if (part.type === 'file') {
      if (fieldname !== fileField || file) {
        part.file.resume();
        refused.set(fieldname, [file ? 'Must not be given twice.' : 'Must not be a file.']);
        continue;
      }
      const bytes = await readWhole(part);
      // Browsers send an empty part if no file was chosen.
      if (bytes.length > 0 || part.filename) file = bytes;
    } else if (part.valueTruncated || part.fieldnameTruncated) {
      throw new AppError('payload_too_large', 'A field of the form is too long.');
    } else if (fields.has(fieldname)) {
      refused.set(fieldname, ['Must not be given twice.']);
    } else if (fieldname !== fileField) {
      fields.set(fieldname, nullableFields?.includes(fieldname) && isNull(part.value) ? null : part.value);
    }
  }
  if (refused.size > 0) throw validationFailed(Object.fromEntries(refused));
  return { fields: Object.fromEntries(fields), file };
}

async function readWhole({ file, fieldname }: MultipartFile): Promise<Buffer> {
  // Otherwise an oversized file would be read to its end.
  file.once('limit', () => file.destroy(fileTooLarge(fieldname)));
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const malformed = () => new AppError('validation_failed', 'The form is malformed.');

const isNull = (value: unknown) => value === '' || value === 'null' || value === 'undefined';

const fileTooLarge = (field: string) => errorAtField('payload_too_large', field, fileMessages.imageTooLarge);

const isTooLarge = (error: unknown) => (error as Partial<FastifyError>).statusCode === 413;
