// `npm run build`: all that `npm start` makes before it starts.
import { setUp } from './setup.mjs';

await setUp({ build: true });
