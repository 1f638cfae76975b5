import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the repository, or of the image: this file and the bundles in `server/dist` that it becomes a part of lie two below. */
export const rootFolder = join(dirname(fileURLToPath(import.meta.url)), '../..');

export const migrationsFolder = join(rootFolder, 'prisma/migrations');
