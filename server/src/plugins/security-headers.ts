import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';

interface SecurityHeaderOptions {
  /** Further places that images may come from: the object store, where there is one. */
  imageSources: string[];
  isHttps: boolean;
}

/** Features that no page of this product uses, switched off for it and everything it might ever embed. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** What every answer carries, also one that no hook sees. */
export default fp(async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});

/** No inline script or style, nothing from elsewhere, never framed, no referrer (links hold tokens). */
export function securityHeaderRecord({
  imageSources,
  isHttps,
}: SecurityHeaderOptions): Record<string, string> {
  return {
    ...helmetHeaders({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'none'"],
          connectSrc: ["'self'"],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          imgSrc: ["'self'", 'blob:', ...imageSources],
          objectSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
        },
      },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
      // Over plain http the header would be ignored at best, and lock a later http visit out at worst.
      strictTransportSecurity: isHttps,
    }),
    'permissions-policy': permissionsPolicy,
  };
}

/**
 * What helmet would set on every response. None of it depends on the request, so it is asked once: setting its
 * dozen headers one by one is the dearest part of an empty request.
 */
function helmetHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}
