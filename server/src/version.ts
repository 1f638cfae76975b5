import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '#root-folders.ts';

/** Replaced by the build. */
declare const BUILD_VERSION: string | undefined;

/** The version of the package and, from a build with its repository, the commit: `0.1.0+abcdef0`. */
export const version =
  typeof BUILD_VERSION === 'string'
    ? BUILD_VERSION
    : (JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as { version: string }).version;
