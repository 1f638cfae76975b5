import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

/** Rows that are loaded, as high as those to come. */
export const LoadingRows = ({ rows }: { rows: number }) => (
  <output className="block">
    <VisuallyHidden>Loading…</VisuallyHidden>
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className="block h-[2.75rem] border-b border-rule" />
    ))}
  </output>
);
