import { fileMessages, imageLimits } from 'contract/files.constants.ts';
import { useState } from 'react';
import type { ImageChange } from './user-details.ts';

/** The media types that the server takes. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;

export interface ImageChoice extends ImageChange {
  error: string | null;
  /** Takes a file, or whatever else was dropped; what the server would refuse is refused here, in its words. */
  choose: (given: File | undefined) => void;
  /** Keeps why the server refused the present choice, until there is another. */
  refuse: (error: string) => void;
  /** Looks at what the preview shows: only the browser can tell whether it is an image, and how large. */
  judge: (shown: HTMLImageElement) => void;
  remove: () => void;
  /** Undoes a choice or a removal: what is stored stays. */
  keep: () => void;
}

const unchanged = { file: null, isRemoved: false, error: null };

/** What a person does with the one image of a user, until the form is sent. */
export function useImageChoice(): ImageChoice {
  const [state, setState] = useState<ImageChange & { error: string | null }>(unchanged);

  /** Changes nothing of what was chosen before. */
  const refuse = (error: string) => setState((present) => ({ ...present, error }));

  return {
    ...state,
    choose: (given) => {
      const error = refusalOf(given);
      if (error || !given) refuse(error ?? fileMessages.imageInvalid);
      else setState({ file: given, isRemoved: false, error: null });
    },
    refuse,
    judge: ({ naturalWidth, naturalHeight }) => {
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
