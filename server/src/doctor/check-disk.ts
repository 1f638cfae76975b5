import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config.ts';
import { failed, type Finding, ok, warning } from './finding.ts';
import { type Machine, nearestFolder } from './machine.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

interface Room {
  bytes: number;
  inodes: number;
}

/** Where data grows. */
const dataRoom: Needs = {
  warnBelow: { bytes: gibibyte, inodes: 10_000 },
  failBelow: { bytes: 64 * mebibyte, inodes: 100 },
};
/** Where little lies for a short time, often in memory. */
const temporaryRoom: Needs = {
  warnBelow: { bytes: 16 * mebibyte, inodes: 1_000 },
  failBelow: { bytes: mebibyte, inodes: 10 },
};

interface Needs {
  warnBelow: Room;
  failBelow: Room;
}

interface Place {
  name: string;
  folder: string;
  needs: Needs;
}

/** Free bytes and inodes where this machine keeps something, each file system once. */
export async function checkDisk(config: Config, machine: Machine): Promise<Finding[]> {
  const places = await onePerFileSystem(placesOf(config));
  const findings = await Promise.all(places.map((place) => checkPlace(place, machine)));
  const bad = findings.filter(({ level }) => level !== 'ok');
  return bad.length > 0 ? bad : [ok(findings.map(({ text }) => text).join(', ') + unseen(config))];
}

function unseen({ databaseUrl, s3 }: Config): string {
  const elsewhere = [databaseUrl && 'the database', s3 && 'the store'].filter(Boolean);
  return elsewhere.length > 0 ? `; those of ${elsewhere.join(' and of ')} are not seen from here` : '';
}

function placesOf({ dataDir, databaseUrl, smtpUrl, s3, jwtSecret }: Config): Place[] {
  const temporary = { name: 'the temporary folder', folder: tmpdir(), needs: temporaryRoom };
  const isDataDirUsed = [databaseUrl, smtpUrl, s3, jwtSecret].includes(undefined);
  if (!isDataDirUsed) return [temporary];
  const data = { name: 'DATA_DIR', folder: nearestFolder(dataDir), needs: dataRoom };
  const database = {
    name: 'the embedded database',
    folder: nearestFolder(join(dataDir, 'postgres')),
    needs: dataRoom,
  };
  return databaseUrl === undefined ? [data, database, temporary] : [data, temporary];
}

async function onePerFileSystem(places: Place[]): Promise<Place[]> {
  const devices = await Promise.all(places.map(async ({ folder }) => (await stat(folder)).dev));
  return places.filter((_place, index) => devices.indexOf(devices[index] ?? 0) === index);
}

async function checkPlace({ name, folder, needs }: Place, { statfs }: Machine): Promise<Finding> {
  const { bsize, bavail, files, ffree } = await statfs(folder);
  const free = { bytes: bsize * bavail, inodes: files > 0 ? ffree : Infinity };
  const left = `${name} (${folder}) has ${sizeText(free.bytes)} and ${files > 0 ? ffree : 'any number of'} inodes free`;
  const { warnBelow, failBelow } = needs;
  const advice = 'Make room, or move it to a larger disk.';
  if (free.bytes < failBelow.bytes || free.inodes < failBelow.inodes) return failed(`${left}. ${advice}`);
  if (free.bytes < warnBelow.bytes || free.inodes < warnBelow.inodes) return warning(`${left}. ${advice}`);
  return ok(`${name} has ${sizeText(free.bytes)} free`);
}

const sizeText = (bytes: number) =>
  bytes < gibibyte ? `${Math.floor(bytes / mebibyte)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`;
