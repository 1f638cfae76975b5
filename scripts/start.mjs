// `npm start`: sets up what is missing, then becomes the server, so that there is one process to signal.
import { setUp } from './setup.mjs';

await setUp({ build: true });
stopWithNpm();
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/main.js', import.meta.url).href);

/** A killed npm cannot pass the signal on, and would leave the server behind with nobody to stop it. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
