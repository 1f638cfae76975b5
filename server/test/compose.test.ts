import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { rootFolder } from '#root-folders.ts';

interface Service {
  build?: unknown;
  healthcheck: { test: string[] };
}

const text = readFileSync(join(rootFolder, 'docker-compose.yml'), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
const built = Object.entries(services).filter(([, { build }]) => build !== undefined);

async function listen(status: number): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it.each(built)('the health check of %s needs no Node, and passes only for a 200', async (_name, service) => {
  const [kind, program = '', ...args] = service.healthcheck.test.map((part) => part.replaceAll('$$', '$'));
  expect([kind, program]).toEqual(['CMD', 'bash']);
  const check = async (port: number) => {
    const [code] = await once(spawn(program, [...args.slice(0, -1), String(port)]), 'close');
    return code as number;
  };
  expect(await check(await listen(200))).toBe(0);
  expect(await check(await listen(503))).toBe(1);
  expect(await check(1)).toBe(1);
});
