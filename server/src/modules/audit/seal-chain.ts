import { createHash } from 'node:crypto';
import { hex, signSeal } from '#auth/keys/keys.ts';
import { StartError } from '#platform/process/start-error.ts';
import type { Seal } from './seals.queries.ts';

/** Except for a new key and an unproven backup, the hashed text is the same as in older versions. */
export function hashSeal(seal: Omit<Seal, 'hash' | 'mac'>, formerHash: Uint8Array | undefined): Buffer {
  const text = JSON.stringify([
    hex(formerHash ?? new Uint8Array()),
    seal.id,
    seal.epoch,
    seal.key_name,
    seal.after_event_id,
    seal.first_transaction,
    seal.end_transaction,
    seal.last_event_id,
    seal.events,
    hex(seal.events_hash),
    seal.sealed_at.getTime(),
    ...(seal.former_key_mac ? [hex(seal.former_key_mac)] : []),
    ...(seal.is_unproven ? ['unproven'] : []),
  ]);
  return createHash('sha256').update(text).digest();
}

/** The signature of the former key for the first seal with another key. */
export const signWithFormerKey = (
  key: Buffer,
  seal: Omit<Seal, 'hash' | 'mac'>,
  formerHash: Uint8Array,
): Buffer => signSeal(key, hashSeal({ ...seal, former_key_mac: null }, formerHash));

/** Printed at every seal. A copy outside the database proves later whether the trail was cut or rewritten. */
export const headOf = ({ id, hash, mac }: Pick<Seal, 'id' | 'hash' | 'mac'>): string =>
  `${id}:${hex(hash)}:${hex(mac)}`;

/** The parts of a printed head. Older versions printed no hash. */
export interface Head {
  id: string;
  hash: string | undefined;
  mac: string;
}

export function parseHead(text: string): Head {
  const [, id, hash, mac] = /^(\d+):(?:([0-9a-f]{64}):)?([0-9a-f]{64})$/.exec(text) ?? [];
  // Without a head, a trail that was cut would be called intact.
  if (id === undefined || mac === undefined) throw new StartError('A head is NUMBER:HASH:SIGNATURE.');
  return { id, hash, mac };
}

export const isHeadOf = (head: Head, seal: Seal): boolean =>
  head.id === seal.id && head.mac === hex(seal.mac) && (head.hash ?? hex(seal.hash)) === hex(seal.hash);
