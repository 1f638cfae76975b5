// `npm start`: sets up what is missing, then becomes the server, so that there is one process to signal. The script's
// `exec` leaves no shell between npm and this process.
import { setUp } from './setup.mjs';

const pollMs = 300;

// npm cannot forward the signal that kills it, so the server must stop when npm has ended.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, pollMs);
  timer.unref();
}

await setUp({ build: true, dev: false });
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/main.js', import.meta.url).href);
