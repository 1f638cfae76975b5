export const imageLimits = {
  maxBytes: 5 * 1024 * 1024,
  /** Checked before the image is decoded. */
  maxPixels: 40_000_000,
  /** Of a JPEG. Cameras and programs write up to about ten. */
  maxScans: 100,
  storedSidePx: 512,
  signedUrlSeconds: 5 * 60,
  /** The number of retries for an image that did not load, and the delay before each. */
  retries: 2,
  retryDelayMs: 500,
} as const;

/** Above these limits, users cannot create more of the records that they create by choice. */
export const storageLimits = {
  /** The defaults of the settings. */
  records: 1_000,
  premiumRecords: 10_000,
  /** The percentages from which the ring changes colour. */
  warnPercent: 70,
  hotPercent: 90,
  /** The number of categories in the breakdown; the others are combined into one. */
  breakdownCategories: 5,
} as const;

export const fileMessages = {
  imageInvalid: 'Invalid image value. Please try again.',
  imageUnsupported: 'Must be a PNG, JPEG, WebP, AVIF or GIF image.',
  imageIncomplete: 'The file is incomplete.',
  imageTooLarge: `Must be at most ${imageLimits.maxBytes / 1024 ** 2} MiB.`,
  imageTooManyPixels: `Must have at most ${imageLimits.maxPixels / 1e6} megapixels.`,
  imageTooManyScans: `Must have at most ${imageLimits.maxScans} scans.`,
  storageLimitReached: 'Your storage is full. Delete something, then try again.',
} as const;
