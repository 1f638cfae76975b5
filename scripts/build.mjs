// `npm run build`
import { setUp } from './setup.mjs';

await setUp({ build: true, dev: false });
