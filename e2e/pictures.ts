import type { PageHead } from 'contract/page-renderer.ts';
import { drawPreview } from 'server/src/plugins/pages/preview-picture.ts';
import sharp from 'sharp';

const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer();

/** Compared with a drawing of this process: that of the server has a time limit, which a busy machine exceeds. */
export async function isPictureOf(picture: Buffer, head: PageHead): Promise<boolean> {
  return (await pixelsOf(picture)).equals(await pixelsOf(Buffer.from(drawPreview(head))));
}
