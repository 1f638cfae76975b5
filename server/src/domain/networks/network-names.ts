import { readFile, stat } from 'node:fs/promises';
import type { NetworkName } from 'contract/network-name.ts';
import { Reader, type Response } from 'mmdb-lib';
import { z } from 'zod';
import { rootCause } from '#platform/process/start-error.ts';
import { repeat } from '#platform/process/stopping.ts';

/** Names the networks of IP addresses with the files of `NETWORKS_FILE`. */
export interface NetworkNames {
  /** Whether any file could be read. */
  isAvailable: () => boolean;
  find: (ipAddress: string) => NetworkName | null;
  /** Reads the files that have changed. A file that cannot be read leaves its last version in use. */
  reload: () => Promise<void>;
  /** Why a file cannot be read, one sentence for each such file. */
  faults: () => string[];
}

/** Publishers differ in the names of fields: DB-IP and GeoLite2 have the long ones, IPinfo the short ones. */
const Entry = z.object({
  autonomous_system_number: z.int().optional(),
  autonomous_system_organization: z.string().optional(),
  asn: z
    .string()
    .regex(/^AS\d+$/)
    .optional(),
  as_name: z.string().optional(),
  country: z.union([z.object({ iso_code: z.string().optional() }), z.string()]).optional(),
  country_code: z.string().optional(),
});

interface NetworkFile {
  path: string;
  version: string;
  reader?: Reader<Response>;
  fault?: string;
}

export async function openNetworkNames(paths: readonly string[]): Promise<NetworkNames> {
  const files: NetworkFile[] = paths.map((path) => ({ path, version: '' }));
  const reload = async () => {
    for (const file of files) await readChanged(file);
  };
  await reload();
  return {
    isAvailable: () => files.some(({ reader }) => reader !== undefined),
    find: (ipAddress) => {
      const found = files.flatMap(({ reader }) => (reader && entryOf(reader, ipAddress)) ?? []);
      return found.length === 0 ? null : merge(found);
    },
    reload,
    faults: () => files.flatMap(({ fault }) => fault ?? []),
  };
}

async function readChanged(file: NetworkFile): Promise<void> {
  try {
    const status = await stat(file.path);
    // Reading a pipe would wait for its writer.
    if (!status.isFile()) throw new Error('it is not a regular file');
    const { mtimeMs, size } = status;
    const version = `${mtimeMs} ${size}`;
    if (version === file.version) return;
    file.reader = new Reader<Response>(await readFile(file.path));
    file.version = version;
    delete file.fault;
  } catch (error) {
    file.fault = `${file.path} cannot be read as a MaxMind DB file: ${rootCause(error)}.`;
  }
}

function entryOf(reader: Reader<Response>, ipAddress: string): NetworkName | undefined {
  if (reader.metadata.ipVersion === 4 && ipAddress.includes(':')) return undefined;
  const { data: entry } = Entry.safeParse(read(reader, ipAddress));
  if (!entry) return undefined;
  const { country } = entry;
  const code = typeof country === 'object' ? country.iso_code : (entry.country_code ?? country);
  return {
    asn: entry.autonomous_system_number ?? (entry.asn === undefined ? null : Number(entry.asn.slice(2))),
    name: entry.autonomous_system_organization ?? entry.as_name ?? null,
    country: code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null,
  };
}

/** A damaged file may only fail here. Text that is no IP address has no entry. */
function read(reader: Reader<Response>, ipAddress: string): unknown {
  try {
    return reader.get(ipAddress);
  } catch {
    return undefined;
  }
}

function merge(entries: readonly NetworkName[]): NetworkName | null {
  const first = <Field extends keyof NetworkName>(field: Field) =>
    entries.find((entry) => entry[field] !== null)?.[field] ?? null;
  const merged = { asn: first('asn'), name: first('name'), country: first('country') };
  return Object.values(merged).every((value) => value === null) ? null : merged;
}

/** Half of the 60 seconds within which a changed file is read. */
const reloadMs = 30_000;

export const pollNetworkNames = ({ reload }: NetworkNames): { stop: () => Promise<void> } =>
  repeat(async () => {
    await reload();
    return reloadMs;
  });

/** The rows with the names of their networks. */
export const withNetworks = <Row extends { ip_address: string | null }>(
  { networkNames }: HasNetworkNames,
  rows: readonly Row[],
): (Row & { network: NetworkName | null })[] =>
  rows.map((row) => ({
    ...row,
    network: row.ip_address === null ? null : networkNames.find(row.ip_address),
  }));

export interface HasNetworkNames {
  networkNames: NetworkNames;
}
