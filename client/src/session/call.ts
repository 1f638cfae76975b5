import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type OperationName, operations } from 'contract/operations.ts';
import { ApiError } from '#api/api-error.ts';
import type { InferredInput, InputArguments, ResponseOf } from '#api/call.ts';
import type { CallInput } from '#api/request.ts';
import { readResponse } from '#api/response.ts';
import { saveFile } from '#api/save-file.ts';
import { forgetSearchReason, searchOf, withSearchReason } from './search-reasons.ts';
import { sendAuthorizedRequest } from './authorized-request.ts';
import { readSession } from './session.ts';

/**
 * @returns the JSON response; an empty object where it has none.
 * @throws {ApiError} when the call is refused, fails or gets no response.
 * @throws {DOMException} `AbortError` when `signal` aborts the call, or when a change succeeds after its user has signed out:
 * whoever uses the browser now must not read of it.
 */
export async function call<Name extends OperationName>(name: Name, ...[input]: InputArguments<Name>) {
  const sender = readSession();
  const result = await readJson<Name>(name, input ?? {});
  const { method, access } = operations[name];
  const isPrivate = method !== 'GET' && access !== 'guest' && name !== 'logout';
  if (isPrivate && sender && readSession()?.user.id !== sender.user.id)
    throw new DOMException('The session of this change has ended.', 'AbortError');
  return result;
}

/** A query of an operation. Its key begins with the operation's name, by which mutations invalidate it. */
export const apiQuery = <Name extends OperationName>(name: Name, ...[input]: InputArguments<Name>) => {
  const queryKey: QueryKey = [name, input];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    readJson<Name>(name, { ...(input as CallInput | undefined), signal });
  return { ...queryOptions({ queryKey, queryFn }), queryFn };
};

async function readJson<Name extends OperationName>(name: Name, input: CallInput) {
  try {
    return await readResponse(
      sendAuthorizedRequest(name, withSearchReason(name, input)),
      async (response) => {
        const text = await response.text();
        return JSON.parse(text || '{}') as ResponseOf<Name>;
      },
    );
  } catch (error) {
    input.signal?.throwIfAborted();
    if (error instanceof ApiError) {
      error.search = searchOf(name, input);
      if (error.search && error.details['view_reason']) forgetSearchReason(error.search);
    }
    throw error;
  }
}

/**
 * Saves the file of a response once it is complete.
 * @throws {ApiError} when the call is refused, fails, gets no response, or breaks off.
 */
export async function download<Name extends OperationName>(
  name: Name,
  input: InferredInput<Name>,
  { fileName }: { fileName: string },
): Promise<void> {
  const response = sendAuthorizedRequest(name, input as CallInput);
  saveFile(await readResponse(response, (file) => file.blob()), fileName);
}
