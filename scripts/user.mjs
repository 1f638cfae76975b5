// `npm run user -- …`: makes an account of any kind, or resets a second factor (see server/src/user-command.ts).
import { setUp } from './setup.mjs';

await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/user-command.js', import.meta.url).href);
