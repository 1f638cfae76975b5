/** HAProxy with the product's configuration, in front of servers on this machine. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from 'server/test/free-port.ts';
import { startProgram } from './programs.ts';

/** `servers` replaces the lookup of containers in Docker's name server. */
export async function startProxy(folder: string, servers: { url: string }[]) {
  const port = await findFreePort();
  const named = servers.map(({ url }, i) => `  server app${i + 1} ${new URL(url).host}`).join('\n');
  const configuration = (await readFile('deploy/proxy/haproxy.cfg', 'utf8'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/^ *server-template app .*$/gm, named);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/api/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { url, ...(await startProgram('haproxy', ['-db', '-f', file], isReady)) };
}
