import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import { imageTypeOf, isCutOff } from 'contract/files/image-content.ts';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

/** The image fields of the request body. */
export interface ImageInput {
  /** Null keeps the stored image, unless it is deleted. */
  user_image: File | null;
  delete_image: boolean;
}

export const unchangedImage: ImageInput = { user_image: null, delete_image: false };

export interface ImageChoice {
  file: File | null;
  isRemoved: boolean;
  error: string | null;
  /** Checks the file. Undefined if no file was dropped. */
  choose: (chosen: File | undefined) => Promise<void>;
  /** Checks the decoded image and its size. */
  checkPreview: (preview: HTMLImageElement) => void;
  remove: () => void;
  /** Reverts to the stored image. */
  reset: () => void;
}

/** Needs a `Form`. */
export function useImageChoice(): ImageChoice {
  const form = useFormContext<ImageInput>();
  const [file, isRemoved] = useWatch({ control: form.control, name: ['user_image', 'delete_image'] });

  /** The last choice replaces those whose files are still being read. */
  const choices = useRef(0);

  function change(input: ImageInput, error?: string) {
    form.setValue('user_image', input.user_image, { shouldDirty: true });
    form.setValue('delete_image', input.delete_image, { shouldDirty: true });
    if (error) form.setError('user_image', { message: error });
    else form.clearErrors('user_image');
  }

  return {
    file,
    isRemoved,
    error: form.formState.errors.user_image?.message ?? null,
    choose: async (chosen) => {
      const number = ++choices.current;
      const error = await refusalOf(chosen);
      if (number !== choices.current) return;
      if (error || !chosen) form.setError('user_image', { message: error ?? fileMessages.imageInvalid });
      else change({ user_image: chosen, delete_image: false });
    },
    checkPreview: ({ naturalWidth, naturalHeight }) => {
      const pixels = naturalWidth * naturalHeight;
      if (pixels === 0) change(unchangedImage, fileMessages.imageInvalid);
      else if (pixels > imageLimits.maxPixels) change(unchangedImage, fileMessages.imageTooManyPixels);
    },
    remove: () => {
      choices.current++;
      change({ user_image: null, delete_image: true });
    },
    reset: () => {
      choices.current++;
      change(unchangedImage);
    },
  };
}

async function refusalOf(chosen: File | undefined): Promise<string | null> {
  if (!chosen) return fileMessages.imageInvalid;
  if (chosen.size > imageLimits.maxBytes) return fileMessages.imageTooLarge;
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  if (!imageTypeOf(bytes)) return fileMessages.imageUnsupported;
  return isCutOff(bytes) ? fileMessages.imageIncomplete : null;
}
