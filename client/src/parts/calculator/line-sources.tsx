import { UnbrokenDates } from '#ui/unbroken-dates.tsx';

interface LineSourcesProps {
  note?: string | null | undefined;
  sources: readonly { name: string; url: string | null; seen: string }[];
}

/** Where the figures of a line of law come from. */
export function LineSources({ note, sources }: LineSourcesProps) {
  return (
    <>
      {note && (
        <p className="text-sm">
          <UnbrokenDates>{note}</UnbrokenDates>
        </p>
      )}
      <ul className="text-sm text-muted">
        {sources.map(({ name, url, seen }) => (
          <li key={name}>
            Source: {url ? <a href={url}>{name}</a> : name}, read on{' '}
            <span className="whitespace-nowrap">{seen}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
