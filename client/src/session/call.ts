import { createCall } from '#api/call.ts';
import { createDownload } from '#api/download.ts';
import { sendAuthorizedRequest } from './authorized-request.ts';

/** Calls the API as the signed-in user, if there is one. */
export const call = createCall(sendAuthorizedRequest);

/** Downloads a file as the signed-in user, if there is one. */
export const download = createDownload(sendAuthorizedRequest);
