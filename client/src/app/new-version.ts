/**
 * Takes the place of code that did not come. After an upgrade the server no longer has that of pages opened before: then
 * the page is loaded anew, at the address it is at. In any other trouble the failure is passed on.
 */
export async function reloadIfOutdated(failure: unknown): Promise<never> {
  if (!(await isOutdated())) throw failure;
  location.reload();
  // Whoever waits for the code waits until the page is gone.
  return new Promise<never>(() => {});
}

/** Whether the server's page names another entry than this one. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(entry);
  } catch {
    return false;
  }
}
