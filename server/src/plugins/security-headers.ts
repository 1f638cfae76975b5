import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** The default for JSON: never sniffed, stored, framed or executed. Files and pages set their own headers. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Browser features that no page uses. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

interface PageOptions {
  /** The object store, if there is one: another origin of images. */
  imageSources: string[];
  isHttps: boolean;
}

/** Allows no inline scripts or styles, no third parties, no frames and no referrer, because links contain tokens. */
export const pageHeaders = fp(async function pageHeaders(
  pages: FastifyInstance,
  { imageSources, isHttps }: PageOptions,
) {
  pages.addHook('onRequest', (_request, reply, done) => {
    // Otherwise the default for JSON would be sent instead of helmet's header.
    reply.removeHeader('content-security-policy').header('permissions-policy', permissionsPolicy);
    done();
  });
  await pages.register(helmet, {
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
    // Over http the header is ignored, or prevents later visits over http.
    strictTransportSecurity: isHttps,
  });
});

export default fp(async function securityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(dataHeaders);
    done();
  });
});
