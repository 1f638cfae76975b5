import { useDropTarget } from '#ui/controls/use-drop-target.ts';
import { cx } from '#ui/cx.ts';

interface DropZoneProps {
  /** What can be dropped here. */
  children: string;
  hint?: string;
  /** The name of the file input. */
  name?: string | undefined;
  /** The names and types of the files, as in the attribute of a file input. */
  accept: string;
  /** Whether several files can be chosen at once. */
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
}

export function DropZone({ children, hint, name, accept, isMultiple = false, onFiles }: DropZoneProps) {
  const choose = (files: Iterable<File>) => {
    const chosen = [...files].slice(0, isMultiple ? undefined : 1);
    if (chosen.length > 0) onFiles(chosen);
  };
  const { isOver, ...dropTarget } = useDropTarget(choose);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the input takes files, too.
    <label
      className={cx(
        'flex min-h-[10rem] cursor-pointer flex-col items-center justify-center gap-4 rounded border border-dashed p-5 text-center hover:border-accent max-md:p-3',
        isOver ? 'border-accent bg-raised' : 'border-control bg-surface',
      )}
      {...dropTarget}
    >
      <span className="flex flex-col gap-1">
        <span className="font-semibold">{children}</span>
        {hint && <span className="text-sm text-muted">{hint}</span>}
      </span>
      <input
        // Without the name of a file, which the browser forgets at once, and which is cut off at large sizes.
        className="max-w-full cursor-[inherit] text-[length:0] file:me-0 file:min-h-control file:cursor-[inherit] file:rounded file:border file:border-control file:bg-transparent file:px-3 file:py-1 file:[font-family:inherit] file:text-sm file:leading-[inherit] file:font-semibold file:text-accent"
        type="file"
        name={name}
        accept={accept}
        multiple={isMultiple}
        onChange={({ target }) => {
          choose(target.files ?? []);
          // Cleared, so that the user can choose the same file again after a correction.
          target.value = '';
        }}
      />
    </label>
  );
}
