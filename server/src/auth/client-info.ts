/** Where a request came from, as records and audit details keep it. */
export interface ClientInfo {
  ipAddress: string;
  userAgent: string;
  /** Whether a trusted proxy named the address. */
  fromProxy: boolean;
}
