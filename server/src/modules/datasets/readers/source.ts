import { z } from 'zod';

/** How a dataset's file is read from its publisher. */
export const Reader = z.strictObject({
  /** The first is that of the URL. A file with a row of series ids is an `rba-table`. */
  formats: z.array(z.enum(['rba-table', 'abs-csv', 'world-bank'])).min(1),
  /** Each accepted series, with the latest date at which its file may begin. */
  series: z.record(z.string(), z.string()),
  units: z.array(z.string()),
  /** The accepted frequencies of each series. */
  frequencies: z.record(z.string(), z.array(z.string())),
  url: z.url({ protocol: /^https$/ }),
});
export type Reader = z.output<typeof Reader>;

export interface Observation {
  /** For example `line 12`. */
  where: string;
  /** A date of the dataset. */
  date: string;
  /** Null for no value. */
  value: number | null;
}

/** The content of a publisher's file for one of the accepted series. */
export interface SourceSeries {
  id: string;
  published: string | null;
  observations: Observation[];
  /** The end of the coverage. Null if it is the date of the last observation. */
  last: string | null;
}

/** The rounded value of a cell. Null for an empty cell. */
export type ValueOf = (cell: string, where: string) => number | null;
