export const preferenceMessages = {
  unsubscribed: 'You will get no more mail about changes of the cash rate.',
  unsubscribeLinkInvalid: 'This link is not valid. Switch the mail off in your profile.',
} as const;
