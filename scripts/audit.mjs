// `npm run audit -- verify`: checks the seals of the audit trail (see server/src/audit-command.ts).
import { setUp } from './setup.mjs';

await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/audit-command.js', import.meta.url).href);
