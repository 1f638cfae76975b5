import { Alert } from '#ui/feedback/alert.tsx';

/** What is not certain about figures of law in a result. Equal notes are displayed once. */
export function ProvisionalNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert tone="warn" title="SOME FIGURES ARE PROVISIONAL">
      {[...new Set(notes)].map((note) => (
        <p key={note} className="text-sm">
          {note}
        </p>
      ))}
    </Alert>
  );
}
