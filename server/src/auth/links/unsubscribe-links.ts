import { isSigned, type Keys, sign } from '#auth/keys/keys.ts';

/** Valid as long as the secret, because an old email must still end the emails. */
export const unsubscribeToken = ({ unsubscribeLink }: Keys, userId: string): string =>
  sign(unsubscribeLink, userId);

export const isUnsubscribeToken = (keys: Keys, userId: string, token: string): boolean =>
  isSigned(keys, 'unsubscribeLink', userId, token);
