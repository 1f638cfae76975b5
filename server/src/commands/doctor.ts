import { statfs } from 'node:fs/promises';
import { runDoctor } from '#doctor/doctor.ts';
import { migrationsFolder } from '#root-folders.ts';

// The report has no warnings of libraries, such as that of the object store's client about the version of Node. Printing
// them is Node's only listener.
process.removeAllListeners('warning');

/** Works with or without a running server. Exits with 1 if a check has failed. */
const machine = { now: Date.now, statfs, onProgress: console.error, migrationsFolder };
const isHealthy = await runDoctor(process.env, machine, console.log);
// Checks that timed out may have open sockets.
process.exit(isHealthy ? 0 : 1);
