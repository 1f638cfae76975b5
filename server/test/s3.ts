import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '#platform/config/config.ts';

interface StoredObject {
  bytes: Buffer;
  contentType: string;
}

/**
 * `cut` ends every connection, `hang` never responds, `fail` responds with 500, `deny` knows no key, `lose` stores the
 * object but ends the connection.
 */
type Behaviour = 'serve' | 'cut' | 'hang' | 'fail' | 'deny' | 'lose';

export interface TestS3 {
  options: S3Config;
  /** The objects by bucket, then by key. */
  buckets: Map<string, Map<string, StoredObject>>;
  behaviour: Behaviour;
  /** Methods that the key may not use. */
  refusedMethods: string[];
  requests: number;
  stop: () => Promise<void>;
}

const accessKeyId = 'AKIDTEST';
const secretAccessKey = 'a secret/that+needs%no encoding';
const region = 'eu-test-1';

/**
 * A store that verifies signatures of version 4, in the header and in the query, as Amazon documents them:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export async function startS3({ port: fixedPort = 0 } = {}): Promise<TestS3> {
  const server = createServer((request, response) => {
    test.requests++;
    void answer(test, request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(fixedPort, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const test: TestS3 = {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      // The same server by another host name, because signatures contain the host name.
      publicEndpoint: `http://localhost:${port}`,
      region,
      bucket: 'declassified-test',
      accessKeyId,
      secretAccessKey,
    },
    buckets: new Map(),
    behaviour: 'serve',
    refusedMethods: [],
    requests: 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return test;
}

async function answer(test: TestS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (test.behaviour === 'cut') return void request.socket.destroy();
  if (test.behaviour === 'hang') return;
  const body = await buffer(request);
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
  if (test.behaviour === 'fail') return void refuse(500, 'InternalError');
  const refusal = test.behaviour === 'deny' ? 'InvalidAccessKeyId' : refusalOf(request, body);
  if (refusal) return void refuse(403, refusal);
  if (test.refusedMethods.includes(request.method ?? '')) return void refuse(403, 'AccessDenied');

  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const [, bucketName = '', ...rest] = pathname.split('/');
  const key = rest.map(decodeURIComponent).join('/');
  if (request.method === 'PUT' && key === '') {
    if (test.buckets.has(bucketName)) return void refuse(409, 'BucketAlreadyOwnedByYou');
    test.buckets.set(bucketName, new Map());
    return void response.end();
  }
  const bucket = test.buckets.get(bucketName);
  if (!bucket) return void refuse(404, 'NoSuchBucket');
  if (request.method === 'PUT') {
    bucket.set(key, { bytes: body, contentType: request.headers['content-type'] ?? '' });
    return test.behaviour === 'lose' ? void request.socket.destroy() : void response.end();
  }
  if (request.method === 'DELETE') {
    bucket.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return void response.end();
  const stored = bucket.get(key);
  if (!stored) return void refuse(404, 'NoSuchKey');
  const disposition = searchParams.get('response-content-disposition');
  response
    .writeHead(200, {
      'content-type': stored.contentType,
      ...(disposition !== null && { 'content-disposition': disposition }),
    })
    .end(stored.bytes);
}

/** The error code of an invalid signature. Undefined if it is valid. */
function refusalOf(request: IncomingMessage, body: Buffer): string | undefined {
  const { searchParams: query } = new URL(request.url ?? '', 'http://s3');
  const isPresigned = query.has('X-Amz-Signature');
  const { headers } = request;
  const presented = isPresigned
    ? {
        credential: query.get('X-Amz-Credential') ?? '',
        signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
        signature: query.get('X-Amz-Signature') ?? '',
        time: query.get('X-Amz-Date') ?? '',
        payload: 'UNSIGNED-PAYLOAD',
      }
    : {
        ...authorization(headers.authorization ?? ''),
        time: String(headers['x-amz-date']),
        payload: String(headers['x-amz-content-sha256']),
      };
  if (!presented.signedHeaders.split(';').includes('host')) return 'AccessDenied';
  const isOwnHash = presented.payload === 'UNSIGNED-PAYLOAD' || presented.payload === sha256(body);
  if (!isOwnHash) return 'XAmzContentSHA256Mismatch';

  const ageSeconds = (Date.now() - timeOf(presented.time)) / 1000;
  const lifeSeconds = isPresigned ? Number(query.get('X-Amz-Expires')) : 15 * 60;
  if (!(ageSeconds < lifeSeconds && ageSeconds > -15 * 60)) {
    return isPresigned ? 'AccessDenied' : 'RequestTimeTooSkewed';
  }
  const [keyId, ...scope] = presented.credential.split('/');
  const [day = ''] = presented.time.split('T');
  if (keyId !== accessKeyId || scope.join('/') !== `${day}/${region}/s3/aws4_request`) {
    return 'InvalidAccessKeyId';
  }
  const toSign = [
    'AWS4-HMAC-SHA256',
    presented.time,
    scope.join('/'),
    sha256(canonicalRequest(request, query, presented)),
  ].join('\n');
  const signature = hmac(signingKey(scope), toSign).toString('hex');
  const [own, sent] = [Buffer.from(signature), Buffer.from(presented.signature)];
  return own.length === sent.length && timingSafeEqual(own, sent) ? undefined : 'SignatureDoesNotMatch';
}

function canonicalRequest(
  { method, url, headers }: IncomingMessage,
  query: URLSearchParams,
  { signedHeaders, payload }: { signedHeaders: string; payload: string },
): string {
  const [path] = (url ?? '').split('?');
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encode).join('='))
    .toSorted()
    .join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  return [method, path, parameters, lines.join(''), signedHeaders, payload].join('\n');
}

function authorization(header: string) {
  const part = (name: string) => new RegExp(`${name}=([^, ]+)`).exec(header)?.[1] ?? '';
  return {
    credential: part('Credential'),
    signedHeaders: part('SignedHeaders'),
    signature: part('Signature'),
  };
}

/** `20260131T020304Z` in milliseconds. */
const timeOf = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

const signingKey = (scope: string[]) =>
  scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secretAccessKey}`);

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** Encodes everything except RFC 3986's unreserved characters. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
