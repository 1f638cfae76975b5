import type { PasskeyAttestation } from 'contract/second-factors/passkeys.ts';
import {
  secondFactorLimits,
  secondFactorMessages,
} from 'contract/second-factors/second-factors.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { findFactors, hasFactor } from '#auth/second-factor/factors.ts';
import { creationOptions, newChallenge, verifyAttestation } from '#auth/second-factor/passkeys.ts';
import { consumeChallenge, consumeStep } from '#auth/second-factor/second-factor.queries.ts';
import { makeToken, readToken } from '#auth/second-factor/tokens.ts';
import { newSecret, sealSecret, stepOfCode, totpOf } from '#auth/second-factor/totp.ts';
import { invalidCode, signInExpired, type FactorDependencies } from '#auth/second-factor/try-factor.ts';
import { AppError, notFound } from '#errors.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import { type HasDatabase, isUniqueViolation } from '#platform/database/database.ts';
import { finishEnrolment, lockForChange, refuseTooMany } from './second-factors.service.ts';

type Dependencies = FactorDependencies & HasDatabase;

export async function addTotp({ database, keys }: Dependencies, caller: Caller, name: string) {
  const id = uuidv7();
  const secret = newSecret();
  await database.prisma.$transaction(async (tx) => {
    const user = await lockForChange(tx, caller);
    await refuseTooMany(tx, user.id);
    const sealed_secret = new Uint8Array(sealSecret(keys, id, secret));
    await tx.secondFactor.create({ data: { id, user_id: user.id, method: 'totp', name, sealed_secret } });
  });
  return { id, secret: secret.base32, otpauth_url: totpOf(secret, caller.user.username).toString() };
}

export async function confirmTotp(
  { database, keys }: Dependencies,
  actor: Actor,
  { id, code }: { id: string; code: string },
) {
  return database.prisma.$transaction(async (tx) => {
    const user = await lockForChange(tx, actor.caller);
    const now = await readClock(tx);
    const notExpired = { gt: secondsAfter(now, -secondFactorLimits.enrolmentSeconds) };
    const factor = await tx.secondFactor.findUniqueOrThrow({
      where: { id, user_id: user.id, confirmed_at: null, created_at: notExpired },
    });
    const step = stepOfCode(keys, factor, code, now);
    if (step === null || (await consumeStep(tx, id, step)).length === 0) throw invalidCode();
    const isFirst = !(await hasFactor(tx, user.id));
    await tx.secondFactor.update({ where: { id }, data: { confirmed_at: now } });
    return finishEnrolment(tx, actor, user, { id, method: 'totp', isFirst });
  });
}

export async function getPasskeyOptions({ database, keys, relyingParty }: Dependencies, caller: Caller) {
  if (!relyingParty) throw notFound();
  const challenge = newChallenge();
  const factors = await database.prisma.$transaction(async (tx) => {
    const user = await lockForChange(tx, caller);
    await refuseTooMany(tx, user.id);
    return findFactors(tx, user.id);
  });
  const existingCredentials = factors.flatMap(({ credential_id, transports }) =>
    credential_id === null ? [] : { id: credential_id, transports },
  );
  return {
    token: await makeToken(database, keys, 'enrolment', { userId: caller.user.id, challenge }),
    options: await creationOptions(relyingParty, challenge, caller.user, existingCredentials),
  };
}

export async function addPasskey(
  { database, keys, relyingParty }: Dependencies,
  actor: Actor,
  { token, name, credential }: { token: string; name: string; credential: PasskeyAttestation },
) {
  if (!relyingParty) throw notFound();
  const enrolment = await readToken(database, keys, 'enrolment', token);
  if (enrolment?.userId !== actor.caller.user.id) throw signInExpired();
  const passkey = await verifyAttestation(relyingParty, enrolment.challenge, credential);
  if (!passkey) throw invalidCode();
  const save = database.prisma.$transaction(async (tx) => {
    const user = await lockForChange(tx, actor.caller);
    await refuseTooMany(tx, user.id);
    if ((await consumeChallenge(tx, enrolment.challenge)).length === 0) throw invalidCode();
    const isFirst = !(await hasFactor(tx, user.id));
    const id = uuidv7();
    await tx.secondFactor.create({
      data: {
        id,
        user_id: user.id,
        method: 'passkey',
        name,
        confirmed_at: await readClock(tx),
        credential_id: passkey.id,
        public_key: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports ?? [],
      },
    });
    return finishEnrolment(tx, actor, user, { id, method: 'passkey', isFirst });
  });
  return save.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', secondFactorMessages.passkeyTaken) : error;
  });
}
