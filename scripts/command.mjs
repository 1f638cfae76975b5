// `npm run user`, `doctor`, `audit`, `data`, `questions`, `backup` and `restore`: runs a command of server/src/commands.
import { setUp } from './setup.mjs';

const [name] = process.argv.splice(2, 1);
await setUp({ build: true, dev: false });
process.setSourceMapsEnabled(true);
await import(new URL(`../server/dist/${name}-command.js`, import.meta.url).href);
