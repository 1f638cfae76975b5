/** The parts of the platform that the contract uses. Node.js and browsers have them. */
declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

declare class TextDecoder {
  constructor(label: string, options?: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
