/**
 * Races of revoking a token against programs that use it on and on: whether any use that is sent after the answer passes.
 *
 *     npx tsx bench/accounts/token-races.ts [races]
 */
import { listFriendRequests } from 'contract/friends/friends.ts';
import { createToken, deleteToken } from 'contract/tokens/tokens.ts';
import { createPerson } from '../friends/people.ts';
import { post, startBenchServer } from './server.ts';

const races = Number(process.argv[2] ?? 1_000);
const programs = 4;
const hour = 60 * 60 * 1000;

const server = await startBenchServer();
const owner = await createPerson(server);

let passedBefore = 0;
let passedAfter = 0;
for (let race = 0; race < races; race++) {
  const made = await post(
    server.url + createToken.url,
    { name: 'Race', scopes: ['read:friends'], expires_at: new Date(Date.now() + hour).toISOString() },
    owner.headers,
  );
  if (made.status !== 201) throw new Error(`A token was refused: ${made.status}`);
  const { token, data } = (await made.json()) as { token: string; data: { id: string } };
  const use = async () => {
    const response = await fetch(server.url + listFriendRequests.url, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.arrayBuffer();
    return response.status === 200;
  };
  const answered = new AbortController();
  const useOnAndOn = async () => {
    while (!answered.signal.aborted) passedBefore += Number(await use());
    passedAfter += Number(await use());
  };

  const using = Array.from({ length: programs }, useOnAndOn);
  const revoked = await fetch(server.url + deleteToken.url.replace(':id', data.id), {
    method: 'DELETE',
    headers: owner.headers,
  });
  answered.abort();
  if (revoked.status !== 204) throw new Error('A token could not be revoked.');
  passedAfter += Number(await use());
  await Promise.all(using);
}
await server.stop();

console.log(
  `${races} races with ${programs} programs: ${passedBefore} uses passed before the response, ` +
    `of those sent after it ${passedAfter} (goal 0)`,
);
process.exitCode = passedAfter === 0 ? 0 : 1;
