/** Browsers read the object URL after the click. */
const urlLifetimeMs = 60_000;

export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs);
}

/** The browser downloads it: a million rows would not fit into the page's memory. */
export function followDownload({ url }: { url: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
