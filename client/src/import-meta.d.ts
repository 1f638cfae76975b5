interface ImportMetaEnv {
  /** Set by `vite.config.ts`. */
  readonly LICENSES_URL: string;
}

interface Window {
  /** What the reader has pressed and typed before the app takes over; see `before-paint.js`. Undefined during development. */
  earlyInput?: { targets: ReadonlySet<EventTarget | null>; stop: () => void };
}
