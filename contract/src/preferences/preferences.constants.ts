export const preferenceMessages = {
  unsubscribed: 'You will get no more emails about changes of the cash rate.',
  unsubscribeLinkInvalid: 'This link is not valid. Turn the emails off in your profile.',
} as const;
