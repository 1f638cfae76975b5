import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The root of the repository or image: two levels above this file, and above the bundles in `server/dist`. A bundle has
 * one path for all its files, so this file must be directly in `src`.
 */
export const rootFolder = join(dirname(fileURLToPath(import.meta.url)), '../..');

export const migrationsFolder = join(rootFolder, 'prisma/migrations');
export const contentFolder = join(rootFolder, 'content');
export const datasetsFolder = join(contentFolder, 'datasets');
