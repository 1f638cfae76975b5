// `npm run data -- import …`: takes a newer file of a dataset (see server/src/data-command.ts).
import { setUp } from './setup.mjs';

await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/data-command.js', import.meta.url).href);
