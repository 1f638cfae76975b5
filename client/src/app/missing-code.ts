/**
 * Takes the place of code that did not come: the page is loaded anew, at the address it is at. Nothing less helps. A
 * server that was upgraded no longer has the code of pages opened before, and where only the connection failed for a
 * moment, a browser does not ask again for a module that failed once. The failure is passed on where the server does
 * not answer, and where the page was loaded anew just now, unless a person asks for the code again.
 */
export async function reloadForCode(failure: unknown, isAskedAgain = false): Promise<never> {
  const page = (await fetchPage()) ?? (await seconds(1).then(fetchPage));
  if (page === undefined || (isOf(page) && wasJustReloaded() && !isAskedAgain)) throw failure;
  location.reload();
  // Whoever waits for the code waits until the page is gone.
  return new Promise<never>(() => {});
}

/** A server that takes longer counts as out of reach: whoever waits is told, not kept. */
const patienceMs = 10_000;

/** What the server's page says now; undefined where the server cannot be reached. */
async function fetchPage(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the server's page names the same entry as this one: whether both are of one version. */
function isOf(page: string): boolean {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  return !entry || page.includes(entry);
}

function wasJustReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < 60_000;
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}
