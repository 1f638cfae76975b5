/** Browsers read the object URL some moments after the click. */
const addressLifetimeMs = 60_000;

/** Hands a file to the browser, which asks where to keep it or puts it among the downloads. */
export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressLifetimeMs);
}

/** Has the browser load a file by itself: a million rows go past the page's memory. */
export function followDownload({ url }: { url: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
