import { useDropTarget } from '#ui/controls/use-drop-target.ts';
import { cx } from '#ui/cx.ts';
import './drop-zone.css';

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
        'drop-zone flex flex-col items-center justify-center gap-4 rounded border border-dashed text-center hover:border-accent',
        isOver ? 'border-accent bg-raised' : 'border-control bg-surface',
      )}
      {...dropTarget}
    >
      <span className="flex flex-col gap-1">
        <span className="font-semibold">{children}</span>
        {hint && <span className="text-sm text-muted">{hint}</span>}
      </span>
      <input
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
