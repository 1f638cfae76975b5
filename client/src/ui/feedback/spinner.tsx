export function Spinner() {
  return (
    <span
      className="inline-block size-[1em] flex-none animate-spin rounded-full border-2 border-y-current border-r-transparent border-l-current motion-reduce:animate-none"
      aria-hidden="true"
    />
  );
}

/** Tall enough that the footer does not move when the content replaces it. */
export function Loading() {
  return (
    <output className="flex min-h-[60vh] items-center justify-center gap-3 text-muted [main>&]:min-h-screen [main>&]:items-start [main>&]:pt-[30vh]">
      <Spinner />
      Loading…
    </output>
  );
}
