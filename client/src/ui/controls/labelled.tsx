import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

/** The label of a button that is repeated in every row; screen readers also hear the name of the row. */
export function Labelled({ name, children }: { name: string; children: string }) {
  return (
    <span>
      {children} <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
