import { useDropTarget } from '#ui/controls/use-drop-target.ts';
import { cx } from '#ui/cx.ts';

interface DropZoneProps {
  onFile: (file: File) => void;
}

export function DropZone({ onFile }: DropZoneProps) {
  const { isOver, ...dropTarget } = useDropTarget((file) => file && onFile(file));

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the input takes files, too.
    <label
      className={cx(
        'flex min-h-[10rem] cursor-pointer flex-col items-center justify-center gap-4 rounded border border-dashed p-5 text-center hover:border-accent',
        isOver ? 'border-accent bg-raised' : 'border-control bg-surface',
      )}
      {...dropTarget}
    >
      <span className="font-semibold">Drop a CSV or JSON file here, or choose one</span>
      <input
        className="max-w-full cursor-[inherit] text-sm text-muted file:me-3 file:min-h-control file:cursor-[inherit] file:rounded file:border file:border-control file:bg-transparent file:px-4 file:py-1 file:[font-family:inherit] file:text-[length:inherit] file:leading-[inherit] file:font-semibold file:text-accent"
        type="file"
        accept=".csv,.json,text/csv,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // Cleared, so that the user can choose the same file again after a correction.
          target.value = '';
        }}
      />
    </label>
  );
}
