import { type AppError, validationFailed } from '#errors.ts';

export const refusedFile = (reason: string): AppError => validationFailed({ file: [reason] });
