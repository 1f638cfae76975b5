import { utcMoment } from 'contract/utc-moment.ts';

export const flagSubjects = ['person', 'image', 'name', 'shared_calculation'] as const;
export type FlagSubject = (typeof flagSubjects)[number];

export const flagSubjectLabels: Readonly<Record<FlagSubject, string>> = {
  person: 'The person',
  image: 'The image',
  name: 'The name',
  shared_calculation: 'A shared calculation',
};

export const flagReasons = ['impersonation', 'harassment', 'spam', 'fraud', 'offensive', 'other'] as const;
export type FlagReason = (typeof flagReasons)[number];

export const flagReasonLabels: Readonly<Record<FlagReason, string>> = {
  impersonation: 'Pretends to be somebody else',
  harassment: 'Harasses or threatens',
  spam: 'Sends spam',
  fraud: 'Tries to defraud',
  offensive: 'Is offensive',
  other: 'Something else',
};

export const flagOutcomes = ['no_action', 'warned', 'image_removed', 'name_changed', 'suspended'] as const;
export type FlagOutcome = (typeof flagOutcomes)[number];

/** What a user who reported somebody reads. */
export const flagOutcomeTexts: Readonly<Record<FlagOutcome, string>> = {
  no_action: 'Thank you. We looked at it and did nothing.',
  warned: 'Thank you. We looked at it and spoke to the person.',
  image_removed: 'Thank you. We looked at it and removed the image.',
  name_changed: 'Thank you. We looked at it and changed the name.',
  suspended: 'Thank you. We looked at it and suspended the account.',
};

export const flagStates = ['open', 'answered'] as const;
export type FlagState = (typeof flagStates)[number];

export const flagSorts = ['oldest', 'latest', 'most'] as const;
export type FlagSort = (typeof flagSorts)[number];

export const flagLimits = {
  textMaxLength: 1_000,
  noteMaxLength: 1_000,
  messageMaxLength: 500,
  /** Of one user. */
  perDay: 10,
  /** About one user and subject. Further ones count, and agents do not read their texts. */
  open: 50,
  /** The age of an account that may flag. */
  accountAgeHours: 24,
  /** The answered ones that a flag shows. */
  earlier: 20,
} as const;

export const flagMessages = {
  created: 'Reported. An agent will look at it.',
  alreadyFlagged: 'You have reported this person already. An agent will look at it.',
  notBlocked: 'You have reported this person already. This report was not sent, and it blocks nobody.',
  self: 'You cannot report yourself.',
  tooNew: 'You can report people from one day after your registration, once your email address is verified.',
  notShared: 'This person shares no calculation with you.',
  notThisShared: 'This person does not share this calculation with you.',
  noCalculation: 'Only for a shared calculation.',
  reasonMissing: 'Choose what is wrong.',
  textMissing: 'Say what happened.',
  messageMissing: 'Write what the person will read.',
  endMissing: 'Choose when the suspension ends.',
  usernameMissing: 'Enter the new username.',
  superfluous: 'Not used by this outcome.',
  ownFlag: 'You reported this person yourself. Somebody else answers it.',
  moreFlags: 'Somebody has reported this person since. Read it first.',
  noImage: 'This person has no image.',
  otherImage: 'This person no longer has the image that was reported, and the one of now was not reported.',
  sameName: 'Must be another name.',
  earlierEnd: (end: Date) =>
    `This person is already suspended until ${utcMoment(end)}. Choose a later end, or first end that suspension on the person’s page.`,
  answered: 'Answered.',
  noneFound: 'No flagged people found for the given filters',
} as const;
