import type { ClientInfo } from '#auth/audit.ts';
import type { Caller } from '#auth/callers.ts';

/** The member of staff who changes something, and from where. */
export interface Editor {
  caller: Caller;
  clientInfo: ClientInfo;
}
