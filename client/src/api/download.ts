import { type OperationName, totalCountHeader } from 'contract/operations.ts';
import { ApiError, refusedCall, unansweredCall } from './api-error.ts';
import type { Input } from './call.ts';
import type { Send } from './request.ts';
import { saveFile } from './save-file.ts';

export interface DownloadProgress {
  receivedBytes: number;
  /** Complete lines so far: the rows of a CSV file and its header line. */
  receivedLines: number;
  /** Rows of the whole file; null where the server does not send the count. */
  totalRows: number | null;
}

interface DownloadOptions {
  fileName: string;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Saves the file of a response once it is complete.
 * @throws {ApiError} when the call is refused, fails, gets no response, or breaks off.
 * @throws {DOMException} `AbortError` when `signal` aborts it.
 */
export type Download = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: DownloadOptions,
) => Promise<void>;

export function createDownload(send: Send): Download {
  return async (name, input, { fileName, onProgress, signal }) => {
    try {
      const response = await send(name, { ...input, signal });
      if (!response.ok) throw refusedCall(response, await response.json().catch(() => null));
      const parts = await received(response, onProgress, signal);
      signal?.throwIfAborted();
      saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), fileName);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof ApiError ? error : unansweredCall(error);
    }
  };
}

const lineFeed = 10;

async function received(
  { body, headers }: Response,
  onProgress: DownloadOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const total = headers.get(totalCountHeader);
  const progress = { receivedBytes: 0, receivedLines: 0, totalRows: total === null ? null : Number(total) };
  const reader = body?.getReader();
  // Also ends the wait where the body ignores the signal of the request.
  signal?.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    parts.push(read.value);
    progress.receivedBytes += read.value.length;
    for (const byte of read.value) if (byte === lineFeed) progress.receivedLines++;
    onProgress?.({ ...progress });
  }
  return parts;
}
