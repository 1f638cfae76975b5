import sharp from 'sharp';
import { answerTasks } from '#platform/process/answer-tasks.ts';

// One thread and no cache, because they would keep memory.
sharp.concurrency(1);
sharp.cache(false);

/** Makes the PNG of an SVG. */
answerTasks((drawing: string) => sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer());
