// Vitest's global setup of every project: generates files that are neither in the repository nor in a package.
import { generateFiles } from './setup.mjs';

export default generateFiles;
