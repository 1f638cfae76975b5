import { createCall } from '#api/call.ts';
import { sendAuthorizedRequest } from './authorized-request.ts';

/** Calls the API as the signed-in user, if there is one. */
export const call = createCall(sendAuthorizedRequest);
