import { fileMessages, imageLimits } from 'contract/files.constants.ts';
import { useState } from 'react';
import type { ImageChange } from './user-details.ts';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;

export interface ImageChoice extends ImageChange {
  error: string | null;
  /** Checks the file. Undefined if no file was dropped. */
  choose: (given: File | undefined) => void;
  /** Shows the server's refusal until the next choice. */
  refuse: (error: string) => void;
  /** Checks the decoded image and its size. */
  checkPreview: (shown: HTMLImageElement) => void;
  remove: () => void;
  /** Undoes a choice or a removal. */
  keep: () => void;
}

const unchanged = { file: null, isRemoved: false, error: null };

export function useImageChoice(): ImageChoice {
  const [state, setState] = useState<ImageChange & { error: string | null }>(unchanged);

  const refuse = (error: string) => setState((present) => ({ ...present, error }));

  return {
    ...state,
    choose: (given) => {
      const error = refusalOf(given);
      if (error || !given) refuse(error ?? fileMessages.imageInvalid);
      else setState({ file: given, isRemoved: false, error: null });
    },
    refuse,
    checkPreview: ({ naturalWidth, naturalHeight }) => {
      const pixels = naturalWidth * naturalHeight;
      if (pixels === 0) setState({ ...unchanged, error: fileMessages.imageInvalid });
      else if (pixels > imageLimits.maxPixels) {
        setState({ ...unchanged, error: fileMessages.imageTooManyPixels });
      }
    },
    remove: () => setState({ file: null, isRemoved: true, error: null }),
    keep: () => setState(unchanged),
  };
}

function refusalOf(given: File | undefined): string | null {
  if (!given) return fileMessages.imageInvalid;
  if (!(imageTypes as readonly string[]).includes(given.type)) return fileMessages.imageUnsupported;
  return given.size > imageLimits.maxBytes ? fileMessages.imageTooLarge : null;
}
