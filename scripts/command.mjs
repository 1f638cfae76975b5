// `npm run user`, `doctor`, `audit` and `data`: a command of the server (see server/src/commands).
import { setUp } from './setup.mjs';

const [name] = process.argv.splice(2, 1);
await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL(`../server/dist/${name}-command.js`, import.meta.url).href);
