import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#errors.ts';

/**
 * Bodies are JSON. Operations that take none accept an empty body or `{}` under any content type, because
 * clients send JSON's type on every call.
 */
export default fp(async (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');

  app.removeAllContentTypeParsers();

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.toString().trim() === '') return done(null, undefined);
    return void parseJson(request, text.toString(), done);
  });

  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (takesBody(request)) return done(unsupported(), undefined);
    if (['', '{}'].includes(text.toString().trim())) return done(null, undefined);
    return done(unsupported(), undefined);
  });
});

const takesBody = (request: FastifyRequest) => request.routeOptions.config.contract?.body !== undefined;

const unsupported = () =>
  new AppError('unsupported_media_type', 'The content type is not supported here. Send application/json.');
