// Vitest's global setup of every project: makes what is not in the repository and no package.
import { makeGenerated } from './setup.mjs';

export default makeGenerated;
