/** Of something from 0 to 1, in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

export const shareOf = ({ correct, total }: { correct: number; total: number }): number =>
  total === 0 ? 0 : correct / total;

const dayFormat = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' });
const momentFormat = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

/** In the user's time zone; so is the next. */
export const formatDay = (timestamp: string): string => dayFormat.format(new Date(timestamp));
export const formatMoment = (timestamp: string): string => momentFormat.format(new Date(timestamp));
