import { formatNumber } from 'contract/formats.ts';

export const fileLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, files: 60 } as const;

export const limitTexts = {
  tooLarge: 'This file is larger than 2 MiB. Export a shorter time.',
  tooManyFiles: `There are ${fileLimits.files} files here already.`,
  tooManyRows: (rows: number) =>
    `This file has ${formatNumber(rows)} rows, more than ${formatNumber(fileLimits.rows)}. Export a shorter time.`,
  tooManyTogether: (rows: number) =>
    `With this file there are ${formatNumber(rows)} rows, more than ${formatNumber(fileLimits.rows)}. Export a shorter time.`,
} as const;
