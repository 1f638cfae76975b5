export const imageLimits = {
  maxBytes: 5 * 1024 * 1024,
  /** Looked at before anything is decoded. */
  maxPixels: 40_000_000,
  /** Both sides of what is kept are at most this long. */
  storedSidePx: 512,
  signedUrlSeconds: 5 * 60,
  /** Further tries of an image that did not load, and the pause before each. */
  retries: 2,
  retryDelayMs: 500,
} as const;

/** How many records a user may have. Only records that a user creates by choice are refused over it. */
export const storageLimits = {
  /** The defaults of the settings. */
  records: 1_000,
  premiumRecords: 10_000,
  /** The ring's colours change at these percentages. */
  warnPercent: 70,
  hotPercent: 90,
  /** Categories the breakdown shows by themselves; the rest is Other. */
  shownCategories: 5,
} as const;

export const fileMessages = {
  imageInvalid: 'Invalid image value. Please try again.',
  imageUnsupported: 'Must be a PNG, JPEG, WebP, AVIF or GIF image.',
  imageTooLarge: `Must be at most ${imageLimits.maxBytes / 1024 ** 2} MiB.`,
  imageTooManyPixels: `Must have at most ${imageLimits.maxPixels / 1e6} megapixels.`,
  storageLimitReached: 'Your storage is full. Delete something, then try again.',
} as const;
