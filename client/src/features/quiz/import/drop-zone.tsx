import { type DragEvent, useState } from 'react';
import { cx } from '#ui/cx.ts';
import styles from './import.module.css';

interface DropZoneProps {
  onFile: (file: File) => void;
}

export function DropZone({ onFile }: DropZoneProps) {
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the input takes files, too.
    <label
      className={cx(styles.zone, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={styles.zoneTitle}>Drop a CSV or JSON file here, or choose one</span>
      <input
        type="file"
        accept=".csv,.json,text/csv,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // So that the same file can be chosen again after a correction.
          target.value = '';
        }}
      />
    </label>
  );
}
