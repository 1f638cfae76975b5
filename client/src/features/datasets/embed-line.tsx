import { embeddedDatasetPath } from '#parts/navigation/paths.ts';
import { useIsStatic } from '#parts/page/today.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';

/** The line with which other sites display the series in a frame. */
export function EmbedLine({ slug, title }: { slug: string; title: string }) {
  // The server does not know under which origin it is read.
  const origin = useIsStatic() ? '' : window.location.origin;
  const text = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const line = `<iframe src="${origin}${embeddedDatasetPath(slug)}" title="${text}" width="100%" height="420" loading="lazy"></iframe>`;
  return (
    <Disclosure title="Embed this series" defaultOpen={false} className="print:hidden">
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-muted">
          Paste this line into the HTML of a page. The frame shows the current figure, sets no cookie and runs
          no script.
        </p>
        <code className="w-full border border-rule bg-surface p-4 text-sm wrap-anywhere">{line}</code>
        <Button
          onClick={() =>
            copyText(line, {
              copied: 'Line copied.',
              refused: 'The line could not be copied. Your browser does not allow it here.',
            })
          }
        >
          Copy the line
        </Button>
      </div>
    </Disclosure>
  );
}
