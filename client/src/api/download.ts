import type { OperationName } from 'contract/operations.ts';
import { readResponse } from './response.ts';
import type { Input } from './call.ts';
import type { Send } from './request.ts';
import { saveFile } from './save-file.ts';

/**
 * Saves the file of a response once it is complete.
 * @throws {ApiError} when the call is refused, fails, gets no response, or breaks off.
 */
type Download = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: { fileName: string },
) => Promise<void>;

export function createDownload(send: Send): Download {
  return async (name, input, { fileName }) => {
    saveFile(await readResponse(send(name, input), (response) => response.blob()), fileName);
  };
}
