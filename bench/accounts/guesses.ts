/**
 * A day of attack on one account, simulated: how many guesses are evaluated, and whether the owner gets in meanwhile.
 *
 *     npx tsx bench/accounts/guesses.ts
 *
 * The attacker tries at every minute, ten at once, from no known device. A minute passes by moving the waits in the
 * database. Once an hour the owner signs in from a known device; at the day's end also by a temporary password.
 */
import { createAccountLink, temporaryPassword } from 'server/src/auth/links/account-links.ts';
import { password, post, startBenchServer } from './server.ts';

const minutesPerDay = 24 * 60;
const triesPerMinute = 10;
const goal = 100;

const server = await startBenchServer();
const { database, hashing, keys } = server.deps;
const [user] = await server.createUsers(1);
if (!user) throw new Error('There is no user.');
const { username } = user;

const signIn = (given: string, device?: string) =>
  post(
    `${server.url}/api/user/login/`,
    { username_or_email: username, password: given },
    device === undefined ? {} : { 'x-device-token': device },
  );

let evaluated = 0;
const { verify } = hashing;
hashing.verify = (hash, given, address) => {
  if (given.startsWith('guess')) evaluated++;
  return verify(hash, given, address);
};

const first = await signIn(password);
const { device } = (await first.json()) as { device: string };
let ownerSignIns = 0;
let ownerRefusals = 0;
const asOwner = async (response: Promise<Response>) => {
  if ((await response).status === 200) ownerSignIns++;
  else ownerRefusals++;
};

for (let minute = 0; minute < minutesPerDay; minute++) {
  await Promise.all(Array.from({ length: triesPerMinute }, (_, i) => signIn(`guess ${minute} ${i}`)));
  if (minute % 60 === 30) await asOwner(signIn(password, device));
  await database.pool.query(`UPDATE login_guards SET next_try_at = next_try_at - interval '1 minute'`);
}
const duringTheDay = evaluated;

const account = await database.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
const purpose = 'reset_password' as const;
const id = await createAccountLink(database.prisma, { userId: user.id, email: account.email, purpose });
const link = await database.prisma.accountLink.update({ where: { id }, data: { used_at: new Date() } });
await asOwner(signIn(temporaryPassword(keys, { ...link, purpose })));
await server.stop();

console.log(
  `${minutesPerDay * triesPerMinute} guesses sent, ${duringTheDay} evaluated (goal at most ${goal}); ` +
    `the owner signed in ${ownerSignIns} times and was refused ${ownerRefusals} times`,
);
process.exitCode = duringTheDay <= goal && ownerRefusals === 0 ? 0 : 1;
