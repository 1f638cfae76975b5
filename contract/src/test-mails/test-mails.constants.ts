/** `mailbox`: there is no mail server, and the email is in the local mailbox. */
export const testMailOutcomes = ['accepted', 'refused', 'unreachable', 'mailbox'] as const;
export type TestMailOutcome = (typeof testMailOutcomes)[number];

export const testMailLimits = { requests: { max: 3, windowSeconds: 10 * 60 }, answerMaxLength: 500 } as const;

export const testMailMessages = { queued: 'The test email is on its way.' } as const;
