/** The part of the WHATWG URL API that the contract uses. Node.js and browsers have it. */
declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}
