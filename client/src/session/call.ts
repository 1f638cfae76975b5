import { createCall } from '#api/call.ts';
import { createDownload } from '#api/download.ts';
import { sendAuthorizedRequest } from './authorized-request.ts';

/** Both act as the signed-in user, if there is one. */
export const call = createCall(sendAuthorizedRequest);

export const download = createDownload(sendAuthorizedRequest);
