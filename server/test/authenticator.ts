import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

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

/** A passkey (ES256, Web Authentication Level 3), which answers as an honest browser does but for the given faults. */
export function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const named = { id: text(id), rawId: text(id), type: 'public-key' as const };

  return {
    id: text(id),

    attest({ challenge, rp }: { challenge: string; rp: { id: string } }, faults: Faults = {}) {
      // COSE_Key: EC2, ES256, P-256, x, y.
      const key = [
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ];
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key]);
      const flags = userPresent | hasCredentialData | (faults.isUnverified ? 0 : userVerified);
      const data = authenticatorData(faults.rpId ?? rp.id, flags, counter, credential);
      // {"fmt": "none", "attStmt": {}, "authData": …}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const from = faults.origin ?? origin;
      const client = clientData('webauthn.create', faults.challenge ?? challenge, from);
      return {
        ...named,
        clientExtensionResults: {},
        response: { clientDataJSON: text(client), attestationObject: text(attestationObject) },
      };
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
