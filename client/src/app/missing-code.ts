/**
 * Takes the place of code that did not come: the page is loaded anew, at the address it is at. Nothing less helps. A
 * server that was upgraded no longer has the code of pages opened before, and where only the connection failed for a
 * moment, a browser does not ask again for a module that failed once. The failure is passed on where the server does
 * not answer, where somebody with unsaved input chooses to stay, and where the page was loaded anew just now, unless a
 * person asks for the code again.
 */
export async function reloadForCode(failure: unknown, isAskedAgain = false): Promise<never> {
  // A page from a cache may be old each time, so its version is no sign that the next load will help.
  if (wasJustReloaded() && !isAskedAgain) throw failure;
  if (!(await isServerThere()) && !(await seconds(1).then(isServerThere))) throw failure;
  location.reload();
  // Where the page is still here after that, somebody was asked about unsaved input, and stays.
  await seconds(3);
  throw failure;
}

/** A server that takes longer counts as out of reach: whoever waits is told, not kept. */
const patienceMs = 10_000;

async function isServerThere(): Promise<boolean> {
  try {
    const { ok } = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return ok;
  } catch {
    return false;
  }
}

function wasJustReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < 60_000;
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}
