// `npm run bench [-- engine http/throughput …]`: runs the measurements one after the other and prints one table. A script
// is a measurement if its comment names its own command.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const rootFolder = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.argv.slice(2);

const measurements = readdirSync(new URL('.', import.meta.url), { recursive: true })
  .filter((path) => path.endsWith('.ts') && isMeasurement(path))
  .map((path) => path.replaceAll('\\', '/').slice(0, -'.ts'.length))
  .filter(
    (name) => chosen.length === 0 || chosen.some((part) => name === part || name.startsWith(`${part}/`)),
  )
  .toSorted((a, b) => a.localeCompare(b, 'en'));

const rows = [];
for (const name of measurements) {
  const startedAt = performance.now();
  const { lines, isMet } = await run(name);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  rows.push({ name, result: isMet ? 'met' : 'missed', seconds, lines });
}

console.log('\n| measurement | goals | seconds | figures |\n| --- | --- | ---: | --- |');
for (const { name, result, seconds, lines } of rows) {
  console.log(`| ${name} | ${result} | ${seconds} | ${lines.map((line) => line.trim()).join('<br>')} |`);
}
process.exitCode = measurements.length > 0 && rows.every(({ result }) => result === 'met') ? 0 : 1;

function isMeasurement(path) {
  return readFileSync(new URL(path, import.meta.url), 'utf8').includes(
    `npx tsx bench/${path.replaceAll('\\', '/')}`,
  );
}

async function run(name) {
  const script = spawn(process.execPath, ['--import', 'tsx', `bench/${name}.ts`], {
    cwd: rootFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => script.once('close', resolve));
  const lines = [];
  for await (const line of createInterface({ input: script.stdout })) {
    console.log(line);
    if (line.trim() !== '') lines.push(line);
  }
  return { lines, isMet: (await ended) === 0 };
}
