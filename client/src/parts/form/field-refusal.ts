import { ApiError } from '#api/api-error.ts';

/** The error that `onSubmit` throws to refuse a field, without the server or with another message than the server's. */
export const fieldRefusal = (field: string, reason: string) =>
  new ApiError(reason, { status: 400, code: 'validation_failed', details: { [field]: [reason] } });
