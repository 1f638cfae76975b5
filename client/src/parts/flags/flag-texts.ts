import {
  type FlagReason,
  flagReasonLabels,
  type FlagSubject,
  flagSubjectLabels,
} from 'contract/flags/flags.constants.ts';
import { newerVersionText } from 'contract/texts.ts';

/** A kind that only a newer version knows is `unknown`. */
const textIn =
  <Kind extends string>(labels: Readonly<Record<Kind, string>>) =>
  (kind: Kind | 'unknown'): string =>
    kind === 'unknown' ? newerVersionText : labels[kind];

export const reasonText = textIn<FlagReason>(flagReasonLabels);
export const subjectText = textIn<FlagSubject>(flagSubjectLabels);
