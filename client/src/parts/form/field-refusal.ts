import { ApiError } from '#api/api-error.ts';

/** For an `onSubmit` that refuses a field itself, or in other words than the server. */
export const fieldRefusal = (field: string, reason: string) =>
  new ApiError(reason, { status: 400, code: 'validation_failed', details: { [field]: [reason] } });
