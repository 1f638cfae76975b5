import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#config.ts';
import type { Dependencies } from '#dependencies.ts';
import { accountRoutes } from '#modules/accounts/accounts.routes.ts';
import { loanRoutes } from '#modules/loans/loans.routes.ts';
import { mailboxRoutes } from '#modules/mailbox/mailbox.routes.ts';
import { systemRoutes } from '#modules/system/system.routes.ts';
import { userRoutes } from '#modules/users/users.routes.ts';
import auth from '#plugins/auth.ts';
import bodyParsers from '#plugins/body-parsers.ts';
import clientFiles from '#plugins/client-files.ts';
import cors from '#plugins/cors.ts';
import csrf, { allowedOrigins } from '#plugins/csrf.ts';
import declaredRoutes from '#plugins/declared-routes.ts';
import errorHandler, { answerClientError, sendError } from '#plugins/error-handler.ts';
import openapi from '#plugins/openapi.ts';
import rateLimit from '#plugins/rate-limit.ts';
import requestLog from '#plugins/request-log.ts';
import securityHeaders from '#plugins/security-headers.ts';
import cookieSession from '#plugins/session-cookies.ts';

const limits = {
  bodyBytes: 64 * 1024,
  pathParameterCharacters: 1_024,
  /** From the first byte to the last of a request; a stalled client is cut off. */
  requestTimeoutMs: 30_000,
  connectionTimeoutMs: 60_000,
  keepAliveTimeoutMs: 72_000,
} as const;

export async function buildApp(config: Config, deps: Dependencies): Promise<FastifyInstance> {
  const app = Fastify({
    logger: deps.logger,
    // One line a request comes from the request-log plugin.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.connectionTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.pathParameterCharacters,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, randomUUID()),
    frameworkErrors: sendError,
    // While it stops, requests on open connections are still served; Fastify's own 503 has another shape.
    return503OnClosing: false,
  });

  const isHttps = config.publicUrl.startsWith('https:');
  await app.register(cors, { origins: config.corsOrigins });
  await app.register(declaredRoutes);
  await app.register(requestLog);
  await app.register(securityHeaders, { imageSources: [], isHttps });
  await app.register(errorHandler);
  await app.register(compress, { globalDecompression: false });
  await app.register(bodyParsers);
  await app.register(rateLimit, { scale: config.rateLimitScale });
  await app.register(cookieSession, { isHttps });
  await app.register(csrf, {
    keys: deps.keys,
    origins: allowedOrigins(config.publicUrl, config.corsOrigins),
    isHttps,
  });
  await app.register(auth, { deps });
  await app.register(openapi, { serverUrl: config.publicUrl });

  await app.register(async (api) => {
    systemRoutes(api, deps);
    loanRoutes(api);
    accountRoutes(api, deps);
    userRoutes(api, deps);
  });

  if (deps.mailbox) mailboxRoutes(app, deps.mailbox);
  await app.register(clientFiles, { folder: deps.clientFolder });
  return app;
}
