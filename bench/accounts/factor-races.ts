/**
 * One code of an authenticator app, one recovery code, and one challenge of a passkey, each shown many times at once.
 *
 *     npx tsx bench/accounts/factor-races.ts [tries]
 */
import {
  getPasskeyLoginOptions,
  login,
  loginPasskey,
  loginSecondFactor,
} from 'contract/accounts/accounts.ts';
import {
  addPasskey,
  addTotp,
  confirmTotp,
  getPasskeyOptions,
} from 'contract/second-factors/second-factors.ts';
import { Secret, TOTP } from 'otpauth';
import { createPasskey } from 'server/test/authenticator.ts';
import { benchOrigin, password, post, startBenchServer } from './server.ts';

const tries = Number(process.argv[2] ?? 1_000);

const server = await startBenchServer();
const { pool } = server.deps.database;
const call = async <Body>(url: string, body: object, headers: Record<string, string> = {}) =>
  (await (await post(server.url + url, body, headers)).json()) as Body;

async function signedIn() {
  const [user] = await server.createUsers(1);
  if (!user) throw new Error('There is no user.');
  const given = { username_or_email: user.username, password };
  const { access } = await call<{ access: string }>(login.url, given);
  return { id: user.id, given, headers: { authorization: `Bearer ${access}` } };
}

async function enrolled() {
  const { id, given, headers } = await signedIn();
  const begun = await call<{ id: string; secret: string }>(addTotp.url, { name: 'Phone' }, headers);
  const code = () => new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  const shown = { id: begun.id, code: code() };
  const { recovery_codes } = await call<{ recovery_codes: string[] }>(confirmTotp.url, shown, headers);
  // As if the code that confirmed it had not been used.
  await pool.query('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [id]);
  const { second_factor } = await call<{ second_factor: { token: string } }>(login.url, given);
  return { token: second_factor.token, code: code(), recoveryCode: recovery_codes[0] };
}

async function passkeyAssertions() {
  const { headers } = await signedIn();
  const passkey = createPasskey(benchOrigin);
  const asked = await call<{ token: string; options: Parameters<typeof passkey.attest>[0] }>(
    getPasskeyOptions.url,
    {},
    headers,
  );
  const credential = passkey.attest(asked.options);
  await call(addPasskey.url, { token: asked.token, name: 'Key ring', credential }, headers);
  const { token, options } = await call<{ token: string; options: Parameters<typeof passkey.assert>[0] }>(
    getPasskeyLoginOptions.url,
    {},
  );
  // A right one each: the count goes on.
  return () => ({ token, credential: passkey.assert(options) });
}

let isMet = true;
async function race(what: string, url: string, shown: () => object): Promise<void> {
  const start = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: tries }, async () => (await post(server.url + url, shown())).status),
  );
  const ms = performance.now() - start;
  const passed = statuses.filter((status) => status === 200).length;
  // 503 is for want of capacity: the try was not made.
  const refused = statuses.filter((status) => [400, 429, 503].includes(status)).length;
  isMet &&= passed === 1 && refused === tries - 1;
  console.log(
    `${what}: of ${tries} at once ${passed} passed, ${refused} were refused (goal 1 and the rest), ${ms.toFixed(0)} ms`,
  );
}

const byCode = await enrolled();
await race('a code of an authenticator app', loginSecondFactor.url, () => ({
  token: byCode.token,
  method: 'totp',
  code: byCode.code,
}));
const byRecovery = await enrolled();
await race('a recovery code', loginSecondFactor.url, () => ({
  token: byRecovery.token,
  method: 'recovery_code',
  code: byRecovery.recoveryCode,
}));
await race('a challenge of a passkey', loginPasskey.url, await passkeyAssertions());
await server.stop();
process.exitCode = isMet ? 0 : 1;
