import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { site } from 'contract/messages.ts';
import { getOpenApiDocument } from 'contract/system.ts';
import type { FastifyInstance } from 'fastify';

/** Swagger UI's own files. The package's plugin would serve the document twice more, and no file for long. */
const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');

const assetsUrl = '/api/docs/static';
const assetMaxAgeSeconds = 365 * 24 * 60 * 60;

/** Nothing but what the page needs: its files, the icons inside its style sheet, and the API. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const start = `SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '${getOpenApiDocument.url}',
  validatorUrl: null,
  deepLinking: true,
});
`;

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

interface Asset {
  name: string;
  type: string;
  content: Buffer;
  /** Changes with the content, so that browsers may keep it for ever. */
  url: string;
  /** Made once, when somebody first asks: compressing the bundle takes longer than everything else here. */
  compressed?: Promise<Buffer>;
}

/** The documentation page at `/api/docs`. */
export default async function apiDocs(app: FastifyInstance): Promise<void> {
  const packaged = await Promise.all([
    packageAsset('index', 'css'),
    packageAsset('swagger-ui', 'css'),
    packageAsset('swagger-ui-bundle', 'js'),
  ]);
  const assets = [...packaged, makeAsset('start.js', types.js, Buffer.from(start))];
  const page = pageOf(assets);

  app.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .send(page),
  );

  for (const asset of assets) {
    app.get(`${assetsUrl}/${asset.name}`, { compress: false }, async (request, reply) => {
      reply
        .type(asset.type)
        .header('cache-control', `public, max-age=${assetMaxAgeSeconds}, immutable`)
        .header('vary', 'accept-encoding');
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return asset.content;
      reply.header('content-encoding', 'gzip');
      return (asset.compressed ??= promisify(gzip)(asset.content));
    });
  }
}

async function packageAsset(name: string, type: keyof typeof types): Promise<Asset> {
  const file = `${name}.${type}`;
  return makeAsset(file, types[type], await readFile(join(folder, file)));
}

function makeAsset(name: string, type: string, content: Buffer): Asset {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { name, type, content, url: `${assetsUrl}/${name}?v=${version}` };
}

function pageOf(assets: Asset[]): string {
  const tags = assets.map(({ type, url }) =>
    type === types.css ? `<link rel="stylesheet" href="${url}">` : `<script src="${url}" defer></script>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${site.name} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${tags.join('\n')}
</head>
<body>
<main id="swagger-ui"></main>
<noscript>The same, to read without scripts: <a href="${getOpenApiDocument.url}">${getOpenApiDocument.url}</a></noscript>
</body>
</html>
`;
}
