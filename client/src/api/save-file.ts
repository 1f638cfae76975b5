/** Browsers read the object URL after the click. */
const urlLifetimeMs = 60_000;

export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs);
}

/**
 * The browser downloads it: a million rows would not fit into the page's memory.
 * @param day the day in the file name, which the server chooses.
 */
export function followDownload({ url }: { url: string }, day: string): void {
  const link = document.createElement('a');
  link.href = `${url}?on=${day}`;
  link.download = '';
  link.click();
}
