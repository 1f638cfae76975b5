import { createApiQuery, createCall } from '#api/call.ts';
import { createDownload } from '#api/download.ts';
import { sendAuthorizedRequest } from './authorized-request.ts';

export const call = createCall(sendAuthorizedRequest);

export const apiQuery = createApiQuery(sendAuthorizedRequest);

export const download = createDownload(sendAuthorizedRequest);
