import { join } from 'node:path';
import { getStoredFile } from 'contract/files/files.ts';
import { imageLimits } from 'contract/files/files.constants.ts';
import type { Config } from '#platform/config/config.ts';
import { type FileFolder, openFileFolder } from './files-folder.ts';
import { openS3Files } from './files-s3.ts';
import type { FileStore } from './files.ts';

interface OpenedFiles {
  files: FileStore;
  /** The same store, if it is a folder. */
  fileFolder?: FileFolder;
  /** Creates the bucket if it is missing. Optional, because an upload creates it as well. */
  prepare: () => Promise<void>;
}

/** Opens the configured object store, or otherwise a folder under `DATA_DIR`. */
export async function openFiles(config: Config, signingKeys: readonly Buffer[]): Promise<OpenedFiles> {
  const { signedUrlSeconds } = imageLimits;
  if (config.s3) {
    const files = await openS3Files(config.s3, signedUrlSeconds);
    return { files, prepare: files.createBucket };
  }
  const fileFolder = openFileFolder({
    folder: join(config.dataDir, 'files'),
    signingKeys,
    baseUrl: `${config.publicUrl}${getStoredFile.url.replace('/:filePath', '')}`,
    signedUrlSeconds,
  });
  return { files: fileFolder, fileFolder, prepare: async () => {} };
}

/** The origin from which browsers load stored images. */
export function imageOrigin({ s3, publicUrl }: Config): string {
  return new URL(s3?.publicEndpoint ?? publicUrl).origin;
}
