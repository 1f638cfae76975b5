import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { childEnvironment } from 'server/test/child-environment.ts';
import { director, password } from './people.ts';
import { findFreePort } from 'server/test/free-port.ts';

/** The datasets that can be refreshed. No story sends a request to a real publisher. */
const refreshable = readdirSync('content/datasets').filter((slug) =>
  readFileSync(`content/datasets/${slug}/about.json`, 'utf8').includes('"reader"'),
);

/** A publisher that responds to every request with an HTML page instead of figures. */
async function startPublisher() {
  const publisher = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Maintenance</title>');
  });
  await once(publisher.listen(0, '127.0.0.1'), 'listening');
  const { port } = publisher.address() as AddressInfo;
  return {
    publisher,
    dataUrls: refreshable.map((slug) => `${slug}=http://127.0.0.1:${port}/${slug}`).join(),
  };
}

interface World {
  /** The number of guesses of the attack in the world of the demonstration. Without it the database is empty. */
  guesses?: number;
  variables?: NodeJS.ProcessEnv;
}

/** The built app as `npm start` runs it, on a free port, with its data in a temporary folder. */
export default function startServer(): Promise<() => Promise<void>> {
  return startServerOf('.');
}

/** @param root the folder of the repository, or a folder with the same files. */
export async function startServerOf(
  root: string,
  { guesses, variables = {} }: World = {},
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'declassified-e2e-'));
  const port = Number(variables['PORT'] ?? (await findFreePort()));
  const { publisher, dataUrls } = await startPublisher();
  if (guesses !== undefined) {
    const command = [join(root, 'server/dist/demo-command.js'), String(guesses)];
    const env = childEnvironment({ NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'true' });
    const filling = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(filling, 'close');
    if (code !== 0) throw new Error('The world of the demonstration cannot be made.');
  }
  const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: childEnvironment({
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100',
      DATA_URLS: dataUrls,
      // The stories send requests from other IP addresses with its header.
      TRUST_PROXY: '127.0.0.1/32,::1/128',
      ADMIN_USERNAME: director,
      ADMIN_EMAIL: `${director}@example.org`,
      ADMIN_PASSWORD: password,
      ...variables,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  // Also after a failure. The process that reads the output would wait for its end otherwise.
  process.once('exit', () => server.kill());
  await announced(server.stdout, 'Declassified is at');
  process.env['E2E_URL'] = `http://localhost:${port}`;
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['E2E_MAILBOX'] = `/mailbox?token=${await readFile(join(dataDir, 'mailbox-token'), 'utf8')}`;
  return async () => {
    server.kill('SIGTERM');
    await ended;
    publisher.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function announced(output: NodeJS.ReadableStream, text: string): Promise<void> {
  let seen = '';
  return new Promise((resolve, reject) => {
    output.setEncoding('utf8');
    output.on('data', (chunk) => {
      seen += String(chunk);
      if (seen.includes(text)) resolve();
    });
    output.on('end', () => reject(new Error(`The server ended before it was ready:\n${seen}`)));
  });
}
