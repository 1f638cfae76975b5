import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDoctor } from '#doctor/doctor.ts';

/** Both `server/src/doctor-command.ts` and its bundle in `server/dist` lie two folders below the root. */
const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '../../prisma/migrations');

/** `npm run doctor`: works beside a running server and without one. Ends with 1 where something has failed. */
const machine = {
  now: Date.now,
  statfs,
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  onProgress: console.error,
  migrationsFolder,
};
const isWell = await runDoctor(process.env, machine, console.log);
// What did not answer in time may still hold sockets open.
process.exit(isWell ? 0 : 1);
