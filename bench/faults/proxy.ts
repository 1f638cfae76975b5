/** HAProxy with the product's configuration, in front of servers on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from 'server/test/free-port.ts';
import { until } from './server.ts';

export interface Proxy {
  url: string;
  /** The log of HAProxy. */
  output: () => string;
  stop: () => Promise<void>;
}

/** `servers` replaces the lookup of containers in Docker's name server. */
export async function startProxy(folder: string, servers: { url: string }[]): Promise<Proxy> {
  const port = await findFreePort();
  const named = servers.map(({ url }, i) => `  server app${i + 1} ${new URL(url).host}`).join('\n');
  const configuration = (await readFile('deploy/proxy/haproxy.cfg', 'utf8'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/^ *server-template app .*$/gm, named);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${output}`);
      return fetch(`${url}/api/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    },
    10_000,
    'The start of HAProxy',
  );
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
