/** Browsers read the object URL after the click. */
const urlLifetimeMs = 60_000;

export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs);
}

/** The browser downloads it: what is large would not fit into the page's memory. */
export function downloadFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** @param day the day in the file name, which the server chooses. */
export const followDownload = ({ url }: { url: string }, day: string): void =>
  downloadFrom(`${url}?on=${day}`);
