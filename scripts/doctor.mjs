// `npm run doctor`: says what is wrong with the set-up and what to do (see server/src/doctor-command.ts).
import { setUp } from './setup.mjs';

await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/doctor-command.js', import.meta.url).href);
