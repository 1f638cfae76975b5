// `npm start`: sets up what is missing, then becomes the server, so that there is one process to signal.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setUp } from './setup.mjs';

const pollMs = 300;

stopWithNpm();
await setUp({ build: true });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/main.js', import.meta.url).href);

/**
 * npm cannot pass on the signal that kills it, and the shell that it puts in between dies of the others without
 * passing them on. The server must not stay behind with nobody to stop it.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = parentOf(process.pid);
  const isShell = /^-?(sh|ash|dash|bash|ksh|zsh)$/.test(parent.name);
  const npm = isShell ? parentOf(parent.pid).pid : parent.pid;
  const timer = setInterval(() => {
    if (process.ppid === parent.pid && exists(npm)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, pollMs);
  timer.unref();
}

function parentOf(pid) {
  const parent = pid === process.pid ? process.ppid : processFacts(pid).parent;
  return { pid: parent, name: processFacts(parent).name };
}

/** Name and parent, from proc_pid_stat(5) where there is one: small images have no `ps`. */
function processFacts(pid) {
  if (process.platform === 'linux') {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  }
  const line = execFileSync('ps', ['-o', 'ppid=,ucomm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [parent, name] = line.split(/\s+/);
  return { name, parent: Number(parent) };
}

function exists(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
