import { answerTasks } from '#platform/process/answer-tasks.ts';
import { convert, ImageRefusal } from './image-conversion.ts';

/** What the process of the conversions answers for an upload. */
export type ImageAnswer = { image: Uint8Array } | { refusal: string };

answerTasks(async (upload: Uint8Array): Promise<ImageAnswer> => {
  try {
    return { image: await convert(Buffer.from(upload)) };
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    return { refusal: error.message };
  }
});
