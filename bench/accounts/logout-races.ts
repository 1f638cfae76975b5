/**
 * Races of one logout against four refreshes of the same session: whether any token is accepted after its answer.
 *
 *     npx tsx bench/accounts/logout-races.ts [races]
 */
import { password, post, startBenchServer } from './server.ts';

const races = Number(process.argv[2] ?? 1_000);
const refreshesPerRace = 4;

const server = await startBenchServer();
const [user] = await server.createUsers(1);
if (!user) throw new Error('There is no user.');
const api = `${server.url}/api`;

interface Tokens {
  access: string;
  refresh: string;
}

let refreshed = 0;
let accepted = 0;
for (let race = 0; race < races; race++) {
  const signIn = await post(`${api}/user/login/`, { username_or_email: user.username, password });
  const { access, refresh } = (await signIn.json()) as Tokens;
  const renew = () => post(`${api}/auth/token/refresh/`, { refresh });
  const before = Array.from({ length: refreshesPerRace / 2 }, renew);
  const signOut = post(`${api}/user/logout/`, { refresh_token: refresh });
  const racing = [...before, ...Array.from({ length: refreshesPerRace / 2 }, renew)];

  if ((await signOut).status !== 204) throw new Error('A logout failed.');
  const late = await renew();
  if (late.status !== 401) accepted++;
  const winners = (await Promise.all(racing)).filter(({ status }) => status === 200);
  refreshed += winners.length;
  const tokens = await Promise.all(winners.map(async (winner) => ((await winner.json()) as Tokens).access));
  for (const token of [access, ...tokens]) {
    const read = await fetch(`${api}/user/user/${user.id}/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (read.status !== 401) accepted++;
  }
}
await server.stop();

console.log(
  `${races} races, ${refreshed} of ${races * refreshesPerRace} refreshes came first; ` +
    `tokens accepted after a logout's response: ${accepted} (goal 0)`,
);
process.exitCode = accepted === 0 ? 0 : 1;
