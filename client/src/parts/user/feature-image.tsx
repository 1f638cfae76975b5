import { imageLimits } from 'contract/files/files.constants.ts';
import { imageTypes } from 'contract/files/image-content.ts';
import { useEffect, useId, useRef } from 'react';
import { ImagePlaceholder, SignedImage } from '#parts/images/signed-image.tsx';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { FieldError } from '#ui/controls/field.tsx';
import { useDropTarget } from '#ui/controls/use-drop-target.ts';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { type ImageChoice, useImageChoice } from './image-choice.ts';

const previewSize = 160;

export function FeatureImage({ path }: { path: string | null }) {
  const choice = useImageChoice();
  const input = useRef<HTMLInputElement>(null);
  const upload = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const { isOver, ...dropTarget } = useDropTarget(([file]) => void choice.choose(file));
  const currentPath = choice.isRemoved ? null : path;
  const hasImage = choice.file !== null || currentPath !== null;

  function focusUploadThen(action: () => void) {
    // The clicked button disappears.
    upload.current?.focus();
    action();
  }

  return (
    <section
      className={cx(
        'flex flex-wrap items-center gap-x-5 gap-y-4 rounded border border-dashed p-4 max-md:justify-center',
        isOver ? 'border-accent bg-raised' : 'border-control',
      )}
      aria-labelledby={titleId}
      {...dropTarget}
    >
      {choice.file ? (
        <Preview file={choice.file} check={choice.checkPreview} />
      ) : currentPath === null ? (
        <ImagePlaceholder alt="No image" size={previewSize} />
      ) : (
        <SignedImage path={currentPath} alt="Current image" size={previewSize} />
      )}
      <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-3">
        <h3 className="text-sm" id={titleId}>
          Feature Image
        </h3>
        <p className="text-sm text-muted">
          Drop an image here or choose one: PNG, JPEG, WebP, AVIF or GIF, at most{' '}
          {imageLimits.maxBytes / 2 ** 20} MiB. It is stored with at most {imageLimits.storedSidePx} ×{' '}
          {imageLimits.storedSidePx} pixels and without the camera’s metadata.
        </p>
        <LiveRegion>
          {choice.error && <FieldError>{choice.error}</FieldError>}
          {choice.file && (
            <p className="text-sm wrap-anywhere text-warn">
              {choice.file.name} will be uploaded when you save.
            </p>
          )}
          {choice.isRemoved && (
            <p className="text-sm wrap-anywhere text-warn">The image will be removed when you save.</p>
          )}
        </LiveRegion>
        <div className="flex flex-wrap gap-3">
          <Button ref={upload} onClick={() => input.current?.click()}>
            Upload Image
          </Button>
          {hasImage && (
            <Button variant="danger" onClick={() => focusUploadThen(choice.remove)}>
              Remove Image
            </Button>
          )}
          {(choice.file ?? choice.isRemoved) && path !== null && (
            <Button variant="ghost" onClick={() => focusUploadThen(choice.reset)}>
              Keep the current image
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join()}
        aria-label="Feature Image file"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void choice.choose(file);
          // An empty value makes choosing the same file again fire `change`.
          currentTarget.value = '';
        }}
      />
    </section>
  );
}

function Preview({ file, check }: { file: File; check: ImageChoice['checkPreview'] }) {
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    image.current!.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return (
    <img
      ref={image}
      className="flex-none rounded-full border border-control object-cover"
      alt="Preview"
      width={previewSize}
      height={previewSize}
      onLoad={({ currentTarget }) => check(currentTarget)}
      onError={({ currentTarget }) => check(currentTarget)}
    />
  );
}
