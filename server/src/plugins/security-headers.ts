import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

interface SecurityHeaderOptions {
  /** Further places that images may come from: the object store, where there is one. */
  imageSources: string[];
  isHttps: boolean;
}

/** Features that no page of this product uses, switched off for it and everything it might ever embed. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** No inline script or style, nothing from elsewhere, never framed, no referrer (links hold tokens). */
export default fp(async (app: FastifyInstance, { imageSources, isHttps }: SecurityHeaderOptions) => {
  await app.register(helmet, {
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
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Over plain http the header would be ignored at best, and lock a later http visit out at worst.
    hsts: isHttps,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
});
