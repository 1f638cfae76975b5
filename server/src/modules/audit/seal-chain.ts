import { createHash } from 'node:crypto';
import { keyedHash } from '#auth/keys.ts';
import type { Seal } from './seals.queries.ts';

/** Covers a seal and, through the previous hash, all before it. */
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
  ]);
  return createHash('sha256').update(text).digest();
}

export const signSeal = (key: Buffer, hash: Uint8Array): Buffer => keyedHash(key, hex(hash));

/** The printed head proves later whether the trail was cut. */
export const headOf = ({ id, mac }: Pick<Seal, 'id' | 'mac'>): string => `${id}:${hex(mac)}`;

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
