import 'reflect-metadata';
import { type KeyObject, sign, webcrypto } from 'node:crypto';
import type { isoCBOR } from '@simplewebauthn/server/helpers';
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** The formats of Web Authentication Level 3, section 8, except for `none`. */
export const attestationFormats = [
  'android-key',
  'android-safetynet',
  'apple',
  'fido-u2f',
  'packed',
  'tpm',
] as const;
export type AttestationFormat = (typeof attestationFormats)[number];

export type CborValue = Parameters<typeof isoCBOR.encode>[0];

interface Signed {
  data: Buffer;
  clientDataHash: Buffer;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * For `packed` a valid self attestation, for `android-key` a valid chain to a test root, for the other formats only the
 * chain. Each certificate names `revocationListUrl`.
 */
export async function attestationStatement(
  format: AttestationFormat,
  { data, clientDataHash, privateKey, publicKey }: Signed,
  revocationListUrl: string,
): Promise<Map<string, CborValue>> {
  const signature = sign('sha256', Buffer.concat([data, clientDataHash]), privateKey);
  const statement = new Map<string, CborValue>([
    ['alg', -7],
    ['sig', new Uint8Array(signature)],
  ]);
  if (format === 'packed') return statement;
  const chain = await createChain({ clientDataHash, publicKey, revocationListUrl });
  return statement.set('ver', '2.0').set('x5c', chain);
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };

async function createChain({
  clientDataHash,
  publicKey,
  revocationListUrl,
}: Pick<Signed, 'clientDataHash' | 'publicKey'> & { revocationListUrl: string }): Promise<Uint8Array[]> {
  const revocation = new CRLDistributionPointsExtension([revocationListUrl]);
  const rootKeys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: '01',
    name: 'CN=Root',
    keys: rootKeys,
    signingAlgorithm: ecdsa,
    extensions: [new BasicConstraintsExtension(true), revocation],
  });
  const leaf = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: '02',
    subject: 'CN=Leaf',
    issuer: root.subject,
    publicKey: await webcrypto.subtle.importKey('jwk', publicKey.export({ format: 'jwk' }), ecdsa, true, [
      'verify',
    ]),
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ecdsa,
    extensions: [
      new Extension('1.3.6.1.4.1.11129.2.1.17', false, keyDescription(clientDataHash)),
      revocation,
    ],
  });
  return [leaf, root].map(({ rawData }) => new Uint8Array(rawData));
}

/** Android's KeyDescription with the challenge and two empty authorization lists. */
const keyDescription = (challenge: Buffer) =>
  Buffer.concat([
    Buffer.from('30340201030a01000201030a01000420', 'hex'),
    challenge,
    Buffer.from('040030003000', 'hex'),
  ]);
