/**
 * A 12-megapixel JPEG as a new profile image: the whole request, stored in a folder, against the conversion alone.
 *
 *     npx tsx bench/files/upload.ts [pairs]
 */
import sharp from 'sharp';
import { imageLimits } from 'contract/files/files.constants.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { sendImage, signIn } from './sign-in.ts';

const pairs = Number(process.argv[2] ?? 30);
const warmUpPairs = 3;
const goal = 3;

/** As detailed as a photograph: about 4 MB. */
const image = await sharp({
  create: {
    width: 1000,
    height: 750,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 50 },
  },
})
  .resize(4000, 3000)
  .jpeg({ quality: 90 })
  .toBuffer();

const server = await startBenchServer();
const times: { whole: number[]; bare: number[] } = { whole: [], bare: [] };
try {
  const [user] = await server.createUsers(1);
  if (!user) throw new Error('No user.');
  const access = await signIn(server.url, user.username);
  const work = {
    bare: () => convert(image),
    whole: async () => {
      const { status } = await sendImage(server.url, { userId: user.id, access, image });
      if (status !== 200) throw new Error(`The upload was answered ${status}.`);
    },
  };
  for (let pair = 0; pair < pairs + warmUpPairs; pair++) {
    for (const kind of pair % 2 ? (['bare', 'whole'] as const) : (['whole', 'bare'] as const)) {
      const start = performance.now();
      await work[kind]();
      if (pair >= warmUpPairs) times[kind].push(performance.now() - start);
    }
  }
} finally {
  await server.stop();
}
const [whole, bare] = [median(times.whole), median(times.bare)];
console.log(
  `${(image.length / 1e6).toFixed(1)} MB: request ${whole.toFixed(0)} ms, conversion ${bare.toFixed(0)} ms, ${(whole / bare).toFixed(2)} times (goal ${goal})`,
);
process.exitCode = whole / bare <= goal ? 0 : 1;

async function convert(upload: Buffer): Promise<void> {
  const side = imageLimits.storedSidePx;
  await sharp(upload).autoOrient().resize(side, side, { fit: 'inside' }).webp({ quality: 82 }).toBuffer();
}
