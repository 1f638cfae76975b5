import { statfs } from 'node:fs/promises';
import { runDoctor } from '#doctor/doctor.ts';
import { migrationsFolder } from '#root-folders.ts';

/** Works with or without a running server. Exits with 1 if a check has failed. */
const machine = { now: Date.now, statfs, onProgress: console.error, migrationsFolder };
const isHealthy = await runDoctor(process.env, machine, console.log);
// Checks that timed out may have open sockets.
process.exit(isHealthy ? 0 : 1);
