import { z } from 'zod';

/** How a dataset's file is read from its publisher. */
export const Reader = z.strictObject({
  format: z.enum(['rba-table', 'abs-csv', 'world-bank']),
  /** Each accepted series with the latest date with which its file may begin. */
  series: z.record(z.string(), z.string()),
  units: z.array(z.string()),
  /** Of each series. */
  frequencies: z.record(z.string(), z.array(z.string())),
  url: z.url({ protocol: /^https$/ }),
});
export type Reader = z.output<typeof Reader>;

export interface Observation {
  /** Such as `line 12`. */
  where: string;
  /** A date of the dataset. */
  date: string;
  /** Null for none. */
  value: number | null;
}

/** What a publisher's file says of one of the accepted series. */
export interface SourceSeries {
  id: string;
  published: string | null;
  observations: Observation[];
  /** The end of the coverage; null where it is the last observation's. */
  last: string | null;
}

/** The rounded value of a cell; null where it is empty. */
export type ValueOf = (cell: string, where: string) => number | null;

/** Letter case and outer blanks of units and frequencies do not count. */
export const isOneOf = (accepted: readonly string[], found: string): boolean =>
  accepted.some((one) => one.toLowerCase() === found.trim().toLowerCase());
