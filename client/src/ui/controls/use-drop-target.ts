import { type DragEvent, useState } from 'react';
import { useListener } from '#ui/use-listener.ts';

/**
 * Returns whether a file is dragged over an element, and the props of the element.
 * @param onDropFiles receives no files if the dropped object is not a file.
 */
export function useDropTarget(onDropFiles: (dropped: File[]) => void) {
  const [isOver, setOver] = useState(false);

  // Without this, the browser would leave the page to open a file that is dropped outside the target.
  useListener('dragover', ignoreFiles);
  useListener('drop', ignoreFiles);

  return {
    isOver,
    onDragEnter: () => setOver(true),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDropFiles([...event.dataTransfer.files]);
    },
  };
}

function ignoreFiles(event: globalThis.DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}
