import { convert, ImageRefusal } from './image-conversion.ts';

/** What the process of the conversions answers for an upload. */
export type ImageAnswer = { image: Uint8Array } | { refusal: string };

process.on('message', (upload: Uint8Array) => {
  void convert(Buffer.from(upload)).then(
    (image) => answer({ image }),
    (error: unknown) => {
      if (!(error instanceof ImageRefusal)) throw error;
      answer({ refusal: error.message });
    },
  );
});

const answer = (result: ImageAnswer) => process.send?.(result);

// A signal to the whole group of processes is for the server, which first finishes its requests.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());
