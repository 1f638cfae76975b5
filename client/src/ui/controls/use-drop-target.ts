import { type DragEvent, useEffect, useState } from 'react';

/**
 * Returns whether a file is dragged over an element, and the props of the element.
 * @param onDropFiles receives no files if the dropped object is not a file.
 */
export function useDropTarget(onDropFiles: (dropped: File[]) => void) {
  const [isOver, setOver] = useState(false);

  // Without this, the browser would leave the page to open a file that is dropped outside the target.
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

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
