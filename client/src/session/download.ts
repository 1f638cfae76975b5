import { createDownload } from '#api/download.ts';
import { sendAuthorizedRequest } from './authorized-request.ts';

/** Downloads a file as the signed-in user, if there is one. */
export const download = createDownload(sendAuthorizedRequest);
