export const viewReasonLimits = { reasonMaxLength: 200, minutes: 60 } as const;

export const viewReasonMessages = {
  created: 'Reason saved.',
  required: 'State why you view this user first.',
} as const;
