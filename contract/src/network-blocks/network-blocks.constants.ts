export const networkBlockLimits = {
  reasonMaxLength: 500,
  /** The widest networks. */
  shortestPrefixBits: { ipv4: 16, ipv6: 32 },
  shortestMinutes: 5,
  longestDays: 366,
  /** Active blocks at a time. */
  active: 5_000,
  /** Networks that one agent blocks in an hour. Superusers have no such limit. */
  perAgentAndHour: 20,
  /** An agent cannot block a network from which a superuser was seen in so many days. */
  superuserDays: 30,
  previewDays: 30,
  longestPreviewDays: 90,
  previewUsers: 20,
} as const;

export const networkBlockStates = ['active', 'ended'] as const;
export const networkBlockExportFormats = ['plain', 'haproxy', 'nginx'] as const;

export const networkBlockMessages = {
  created: 'The network is blocked.',
  ended: 'The block has ended.',
  /** The reason of an end with `npm run user -- end-block`. */
  endedByOperator: 'Ended by the operator.',
  endedAlready: 'This block has ended already.',
  tooMany: 'There are as many active blocks as possible. End one first.',
  noneFound: 'No blocks found for the given filters',
} as const;
