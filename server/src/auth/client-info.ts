/** Where a request came from, as the evidence keeps it. */
export interface ClientInfo {
  ipAddress: string;
  userAgent: string;
  /** Whether a trusted proxy named the address. */
  fromProxy: boolean;
}
