export const fileLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, files: 60 } as const;

const number = (value: number) => value.toLocaleString('en-AU');

export const limitTexts = {
  tooLarge: 'This file is larger than 2 MiB. Export a shorter time.',
  tooManyFiles: `There are ${fileLimits.files} files here already.`,
  tooManyRows: (rows: number) =>
    `This file has ${number(rows)} rows, more than ${number(fileLimits.rows)}. Export a shorter time.`,
  tooManyTogether: (rows: number) =>
    `With this file there are ${number(rows)} rows, more than ${number(fileLimits.rows)}. Export a shorter time.`,
} as const;
