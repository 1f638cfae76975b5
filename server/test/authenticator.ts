import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { type AttestationFormat, attestationStatement, type CborValue } from '#test/attestation-statement.ts';

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredentialData = 0x40;

interface Options {
  challenge: string;
  rpId: string;
}

interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  isUnverified?: boolean;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
}

interface AttestationOptions extends CreationOptions {
  format: AttestationFormat;
  /** The URL in each certificate of the statement. */
  revocationListUrl: string;
}

/** A passkey (ES256, Web Authentication Level 3). It responds like a correct authenticator, except for the faults. */
export function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const newCredentialData = (rpId: string, { isUnverified }: Faults = {}) => {
    // COSE_Key: EC2, ES256, P-256, x, y.
    const key = [
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ];
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key]);
    const flags = userPresent | hasCredentialData | (isUnverified ? 0 : userVerified);
    return authenticatorData(rpId, flags, counter, credential);
  };

  const attestation = (fmt: string, attStmt: Map<string, CborValue>, authData: Buffer, client: Buffer) => {
    const object = isoCBOR.encode(
      new Map<string, CborValue>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...named,
      clientExtensionResults: {},
      response: { clientDataJSON: text(client), attestationObject: text(Buffer.from(object)) },
    };
  };

  const named = { id: text(id), rawId: text(id), type: 'public-key' as const };

  return {
    id: text(id),

    attest({ challenge, rp }: CreationOptions, faults: Faults = {}) {
      const client = clientData('webauthn.create', faults.challenge ?? challenge, faults.origin ?? origin);
      return attestation('none', new Map(), newCredentialData(faults.rpId ?? rp.id, faults), client);
    },

    /** Responds with an attestation statement, although the options request none. */
    async attestWithStatement({ challenge, rp, format, revocationListUrl }: AttestationOptions) {
      const [data, client] = [newCredentialData(rp.id), clientData('webauthn.create', challenge, origin)];
      const signed = { data, clientDataHash: sha256(client), privateKey, publicKey };
      return attestation(format, await attestationStatement(format, signed, revocationListUrl), data, client);
    },

    assert({ challenge, rpId }: Options, faults: Faults = {}) {
      counter = faults.counter ?? counter + 1;
      const flags = userPresent | (faults.isUnverified ? 0 : userVerified);
      const data = authenticatorData(faults.rpId ?? rpId, flags, counter);
      const client = clientData('webauthn.get', faults.challenge ?? challenge, faults.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      };
    },
  };
}

export type TestPasskey = ReturnType<typeof createPasskey>;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

const authenticatorData = (rpId: string, flags: number, count: number, credential = Buffer.alloc(0)) => {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(count);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counted, credential]);
};
const clientData = (type: string, challenge: string, from: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
