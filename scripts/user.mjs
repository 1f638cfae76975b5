// `npm run user -- create …`: makes an account of any kind (see server/src/user-command.ts).
import { setUp } from './setup.mjs';

await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/user-command.js', import.meta.url).href);
