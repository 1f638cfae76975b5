import { statfs } from 'node:fs/promises';
import { runDoctor } from '#doctor/doctor.ts';
import { migrationsFolder } from '#config.ts';

/** `npm run doctor`: works beside a running server and without one. Ends with 1 where something has failed. */
const machine = { now: Date.now, statfs, onProgress: console.error, migrationsFolder };
const isWell = await runDoctor(process.env, machine, console.log);
// What did not answer in time may still hold sockets open.
process.exit(isWell ? 0 : 1);
