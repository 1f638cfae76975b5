/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage as Message, ServerResponse as Response } from 'node:http';

  class Grant {
    constructor(properties: { accountId: string; clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    path: string;
    body?: { id_token?: string };
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: typeof Grant;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: Message, response: Response) => void;
    interactionDetails(
      request: Message,
      response: Response,
    ): Promise<{ params: { client_id: string }; prompt: { name: string } }>;
    interactionFinished(
      request: Message,
      response: Response,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
