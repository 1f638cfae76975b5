import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

/** The label of one button among many; its name, for screen readers, says what it is about. */
export function Labelled({ name, children }: { name: string; children: string }) {
  return (
    <span>
      {children} <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
