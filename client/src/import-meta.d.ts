interface ImportMetaEnv {
  /** Set by `vite.config.ts`. */
  readonly LICENSES_URL: string;
}
