import { useQuery } from '@tanstack/react-query';
import { imageLimits } from 'contract/files/files.constants.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { apiQuery } from '#session/call.ts';

interface ImageProps {
  /** Empty if the text beside the image names the user. */
  alt: string;
  /** The width and height in pixels. */
  size: number;
}

interface SignedImageProps extends ImageProps {
  /** The path of a stored file; null displays the placeholder. */
  path: string | null;
}

export function SignedImage({ path, ...image }: SignedImageProps) {
  return path === null ? <ImagePlaceholder {...image} /> : <StoredImage key={path} path={path} {...image} />;
}

/** One minute less than the lifetime of the URL, so that a rendered image can still load. */
const urlStaleMs = (imageLimits.signedUrlSeconds - 60) * 1000;

function StoredImage({ path, alt, size }: ImageProps & { path: string }) {
  /** The number of failed loads, and the time at which the last failing URL was fetched. */
  const [failures, setFailures] = useState<{ count: number; fetchedAt: number | null }>({
    count: 0,
    fetchedAt: null,
  });
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...apiQuery('getSignedUrl', { params: { filePath: path } }),
    staleTime: urlStaleMs,
    gcTime: urlStaleMs,
  });
  const hasNoRetriesLeft = failures.count > imageLimits.retries;
  /** Whether the current URL is the failed one. */
  const isRetrying = failures.fetchedAt === dataUpdatedAt;

  useEffect(() => {
    if (!isRetrying || hasNoRetriesLeft) return undefined;
    // Fetches a new URL, because the failed one may have expired.
    const timer = setTimeout(() => void refetch(), imageLimits.retryDelayMs);
    return () => clearTimeout(timer);
  }, [isRetrying, hasNoRetriesLeft, refetch]);

  if (hasNoRetriesLeft) return <ImagePlaceholder alt={alt} size={size} />;
  // A loaded image remains while its URL is refetched, and also if that fails.
  if (!data || isRetrying) {
    return error ? (
      <ImagePlaceholder alt={alt} size={size} reason={reasonOf(error)} />
    ) : (
      <Frame alt="" size={size} />
    );
  }
  return (
    <img
      key={failures.count}
      className="block flex-none rounded-full border border-rule bg-raised object-cover"
      src={data.url}
      alt={alt}
      width={size}
      height={size}
      decoding="async"
      onError={() => setFailures({ count: failures.count + 1, fetchedAt: dataUpdatedAt })}
    />
  );
}

function reasonOf(error: Error): string {
  return error instanceof ApiError && error.status > 0
    ? 'Failed to generate signed URL.'
    : 'Error fetching signed URL.';
}

/** @param props.reason why the image is missing: a line at the end of the surrounding wrapping flex box. */
export function ImagePlaceholder({ reason, ...image }: ImageProps & { reason?: string }) {
  const placeholder = (
    <Frame {...image}>
      <circle className="fill-rule" cx="32" cy="25" r="11" />
      <path className="fill-rule" d="M10 64c0-14 9-22 22-22s22 8 22 22z" />
      <path className="fill-bg" d="M17 21h30v7H17z" />
    </Frame>
  );
  if (reason === undefined) return placeholder;
  return (
    <>
      {placeholder}
      <span className="order-last basis-full text-xs text-warn">{reason}</span>
    </>
  );
}

function Frame({ alt, size, children }: ImageProps & { children?: ReactNode }) {
  const name = alt ? ({ role: 'img', 'aria-label': alt } as const) : { 'aria-hidden': true };
  return (
    <svg
      className="block flex-none rounded-full border border-rule bg-raised object-cover"
      viewBox="0 0 64 64"
      width={size}
      height={size}
      {...name}
    >
      {children}
    </svg>
  );
}
