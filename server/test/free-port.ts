import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign automatically (Linux from 32768, macOS from 49152), because another program could
 * otherwise get the port before its user listens. Each process has a separate range.
 */
const firstPort = 12_000;
const portsPerProcess = 100;
const ownPort = firstPort + (process.pid % 200) * portsPerProcess;
let requests = 0;

/** A port on which no program listens, and that no other test gets soon. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = ownPort + (requests++ % portsPerProcess);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
