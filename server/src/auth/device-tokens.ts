import { v7 as uuidv7 } from 'uuid';
import { equals, type Keys, sign } from './keys.ts';

/** A device that has signed in to an account before; it is known for that account only. */
export interface Device {
  userId: string;
  deviceId: string;
}

export function newDevice(userId: string): Device {
  return { userId, deviceId: uuidv7() };
}

/** `<user id>.<device id>.<HMAC>`; no secret of the account, and worth nothing without its password. */
export function signDevice({ deviceToken }: Keys, { userId, deviceId }: Device): string {
  const text = `${userId}.${deviceId}`;
  return `${text}.${sign(deviceToken, text)}`;
}

export function readDevice({ deviceToken }: Keys, token: string | undefined): Device | undefined {
  const [userId = '', deviceId = '', signature = ''] = token?.split('.') ?? [];
  if (!equals(signature, sign(deviceToken, `${userId}.${deviceId}`))) return undefined;
  return { userId, deviceId };
}
