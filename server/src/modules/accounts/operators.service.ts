import { randomBytes } from 'node:crypto';
import { NewPassword, Username } from 'contract/accounts/accounts.ts';
import { Email } from 'contract/accounts/email.ts';
import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { mailAccountLink } from '#domain/mail/account-mail.ts';
import { passwordWeakness } from '#auth/credentials/passwords.ts';
import { recordAccountEvent } from '#audit/audit.ts';
import { takenName } from '#domain/accounts/taken-names.ts';
import { lockName, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Dependencies } from '#dependencies.ts';
import type { Transaction } from '#platform/database/database.ts';
import { StartError } from '#platform/process/start-error.ts';
import { selectFirstSuperuser } from './accounts.queries.ts';

type OperatorDependencies = Pick<Dependencies, 'database' | 'hashing'>;

interface NewUser {
  username: string;
  email: string;
  password: string;
  isStaff: boolean;
  isSuperuser: boolean;
  /** If false, a verification link is emailed, and the account is deleted unless the link is used. */
  isVerified: boolean;
}

/** Rejects with a one-line `StartError`. */
export async function createUser({ database, hashing }: OperatorDependencies, newUser: NewUser) {
  const names = { username: 'The username', email: 'The email address', password: 'The password' };
  const user = await check(newUser, names);
  const passwordHash = await hashing.hash(user.password, localAddress);
  return database.prisma.$transaction((tx) => insert(tx, user, passwordHash, names));
}

type FirstSuperuser = Pick<NewUser, 'username' | 'email'> & { password: string | undefined };

/** Resolves to the name of a superuser, and to the random password, if one was generated; it can be printed only once. Safe for concurrent starts. */
export async function ensureSuperuser(
  { database, hashing }: OperatorDependencies,
  { username, email, password }: FirstSuperuser,
): Promise<{ username: string; randomPassword: string | undefined }> {
  const [first] = await selectFirstSuperuser(database);
  if (first) return { ...first, randomPassword: undefined };
  const randomPassword = password === undefined ? randomBytes(12).toString('base64url') : undefined;
  const names = { username: 'ADMIN_USERNAME', email: 'ADMIN_EMAIL', password: 'ADMIN_PASSWORD' };
  const newUser = { username, email, password: password ?? randomPassword ?? '' };
  const user = await check({ ...newUser, isStaff: true, isSuperuser: true, isVerified: true }, names);
  const passwordHash = await hashing.hash(user.password, localAddress);
  return database.prisma.$transaction(async (tx) => {
    await lockName(tx, 'first superuser');
    const other = await tx.user.findFirst({ where: { is_superuser: true }, select: { username: true } });
    if (other) return { ...other, randomPassword: undefined };
    await insert(tx, { ...user, mustChangePassword: randomPassword !== undefined }, passwordHash, names);
    return { username: user.username, randomPassword };
  });
}

const localAddress = '127.0.0.1';

type Names = Record<'username' | 'email' | 'password', string>;

const { usernameMinLength, usernameMaxLength, passwordMinLength, passwordMaxLength } = accountLimits;

/** The rules of a registration, in the words of a terminal. */
const rules = {
  username: {
    schema: Username,
    requirement: `it must have ${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, underscores or hyphens`,
  },
  email: { schema: Email, requirement: 'it must be an email address such as ada@example.org' },
  password: {
    schema: NewPassword,
    requirement: `it must have ${passwordMinLength} to ${passwordMaxLength} characters`,
  },
};

async function check(newUser: NewUser, names: Names): Promise<NewUser> {
  const parse = (field: keyof Names): string => {
    const { schema, requirement } = rules[field];
    const parsed = schema.safeParse(newUser[field]);
    if (parsed.success) return parsed.data;
    throw new StartError(`${names[field]} is refused: ${requirement}.`);
  };
  const user = {
    ...newUser,
    username: parse('username'),
    email: parse('email'),
    password: parse('password'),
  };
  const weakness = await passwordWeakness(user.password, {
    ...user,
    is_staff: user.isStaff,
    is_superuser: user.isSuperuser,
  });
  if (weakness) throw new StartError(`${names.password} is refused: ${weakness}`);
  return user;
}

async function insert(
  tx: Transaction,
  user: NewUser & { mustChangePassword?: boolean },
  passwordHash: string,
  names: Names,
): Promise<{ id: string }> {
  const { username, email, isStaff, isSuperuser, isVerified, mustChangePassword = false } = user;
  const id = uuidv7();
  try {
    await tx.user.create({
      data: {
        id,
        username,
        email,
        password_hash: passwordHash,
        email_verified_at: isVerified ? await readClock(tx) : null,
        is_staff: isStaff || isSuperuser,
        is_superuser: isSuperuser,
        must_change_password: mustChangePassword,
      },
    });
  } catch (error) {
    const taken = takenName(error);
    if (!taken) throw error;
    throw new StartError(`${names[taken]} is refused: ${user[taken]} is taken by another account.`);
  }
  await recordAccountEvent(tx, null, {
    action: 'register',
    user: { id, username },
    actorId: null,
    message: `${username} was created by the operator${isSuperuser ? ' as a superuser' : isStaff ? ' as staff' : ''}.`,
    details: { is_staff: isStaff, is_superuser: isSuperuser, is_verified: isVerified },
  });
  if (!isVerified) await mailAccountLink(tx, 'verification', { userId: id, email });
  return { id };
}
