import * as fc from 'fast-check';
import { bodies, type FuzzBody } from './bodies.ts';
import { badAuthorization, badCookies, oddHeaders } from './headers.ts';
import type { FuzzOperation, Resolve } from './operations.ts';
import { type FuzzPath, paths } from './paths.ts';
import type { LookUp } from './values.ts';

export const roles = ['user', 'staff', 'superuser', 'mustChange', 'deactivated'] as const;
export type Role = (typeof roles)[number];

/** Who calls: nobody, someone of a role, or whoever some garbage names. */
export type CallerPlan =
  | { kind: 'nobody' }
  | { kind: 'garbage'; lines: string[] }
  | {
      kind: 'person';
      role: Role;
      pick: number;
      shows: 'bearer' | 'cookies' | 'cookies only' | 'both' | 'half a bearer';
    };

/** How the length of the body is told. */
const framings = ['exact', 'chunked', 'bad chunks', 'too short', 'too long', 'broken off'] as const;
type Framing = (typeof framings)[number];

export interface FuzzRequest {
  operation: FuzzOperation;
  caller: CallerPlan;
  /** Other than the operation's: nothing declares what that answers. */
  method: string;
  path: (lookUp: LookUp) => FuzzPath;
  headers: string[];
  body: FuzzBody | undefined;
  framing: Framing;
  /** Whether another request follows on the same connection. */
  isFollowed: boolean;
  /** What pools that belong together give their equals of. */
  pick: number;
}

/** What goes over the wire. */
export interface WrittenRequest {
  bytes: Buffer;
  path: FuzzPath;
  /** Its length is not what it says, so its sender hangs up behind it: then no answer is owed. */
  isBrokenOff: boolean;
  /** Whether another request may follow at once on the same connection, and is to be answered. */
  isFollowed: boolean;
}

const person = fc.record({
  kind: fc.constant('person' as const),
  role: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Role>('user', 'staff', 'superuser') },
    { weight: 1, arbitrary: fc.constantFrom<Role>('mustChange', 'deactivated') },
  ),
  pick: fc.nat(20),
  shows: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('bearer' as const, 'cookies' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('cookies only' as const, 'both' as const, 'half a bearer' as const),
    },
  ),
});

const caller: fc.Arbitrary<CallerPlan> = fc.oneof(
  { weight: 16, arbitrary: person },
  { weight: 1, arbitrary: fc.constant({ kind: 'nobody' as const }) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(badAuthorization, badCookies)
      .map((line) => ({ kind: 'garbage' as const, lines: [line] })),
  },
);

/**
 * Node closes the connection of who asked for that as soon as its answer is out, and what is still on its way then
 * resets it: a refusal may be lost on a client that sends more than this and asks so.
 */
const unhurriedBytes = 64 * 1024;

const otherMethods = [
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PROPFIND',
  'QUERY',
];

/** Any request to any of the operations, each as likely as the others. */
export function requests(operations: FuzzOperation[], resolve: Resolve): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) => {
      const context = { resolve, path: operation.path };
      return fc.record<FuzzRequest>({
        operation: fc.constant(operation),
        caller,
        method: fc.oneof(
          { weight: 40, arbitrary: fc.constant(operation.method) },
          { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
        ),
        path: paths(operation, context),
        headers: oddHeaders,
        body: bodies(operation, context),
        framing: fc.oneof(
          { weight: 30, arbitrary: fc.constant<Framing>('exact') },
          { weight: 1, arbitrary: fc.constantFrom(...framings) },
        ),
        isFollowed: fc.boolean(),
        pick: fc.nat(10_000),
      });
    }),
  );
}

/** The bytes of a request to this host, with these headers for who calls. */
export function write(
  request: FuzzRequest,
  host: string,
  callerLines: string[],
  lookUp: LookUp,
): WrittenRequest {
  const path = request.path(lookUp);
  const content = request.body?.encode(lookUp);
  const [lengthLine, sent] = framed(content, request.framing);
  const lines = [
    `${request.method} ${path.text} HTTP/1.1`,
    `host: ${host}`,
    ...(request.isFollowed || sent.length > unhurriedBytes ? [] : ['connection: close']),
    ...callerLines,
    ...request.headers,
    ...(request.body?.contentType === undefined ? [] : [`content-type: ${request.body.contentType}`]),
    ...lengthLine,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  const isHonest = content === undefined || request.framing === 'exact' || request.framing === 'chunked';
  const isBrokenOff =
    !isHonest || request.headers.some((line) => /^(content-length|transfer-encoding):/.test(line));
  // Node drops what comes in one go behind an Upgrade that nobody takes up; what comes later it answers.
  const isFollowed =
    request.isFollowed && !isBrokenOff && !request.headers.some((line) => line.startsWith('upgrade:'));
  return { bytes: Buffer.concat([head, sent]), path, isBrokenOff, isFollowed };
}

function framed(content: Buffer | undefined, framing: Framing): [string[], Buffer] {
  if (!content) return [[], Buffer.alloc(0)];
  const { length } = content;
  switch (framing) {
    case 'exact':
      return [[`content-length: ${length}`], content];
    case 'too short':
      return [[`content-length: ${Math.floor(length / 2)}`], content];
    case 'too long':
      return [[`content-length: ${length + 10}`], content];
    case 'broken off':
      return [[`content-length: ${length + 1}`], content.subarray(0, length / 2)];
    case 'chunked':
      return [['transfer-encoding: chunked'], chunked(content)];
    case 'bad chunks':
      return [['transfer-encoding: chunked'], Buffer.concat([Buffer.from('5\r\nab\r\nzz\r\n'), content])];
  }
}

function chunked(content: Buffer): Buffer {
  if (content.length === 0) return Buffer.from('0\r\n\r\n');
  const middle = Math.ceil(content.length / 2);
  const chunks = [content.subarray(0, middle), content.subarray(middle)].filter(({ length }) => length > 0);
  return Buffer.concat([
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\nx-trailer: y\r\n\r\n'),
  ]);
}
