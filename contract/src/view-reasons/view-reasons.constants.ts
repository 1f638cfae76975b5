export const viewReasonLimits = { reasonMaxLength: 200, minutes: 60 } as const;

export const viewReasonMessages = {
  created: 'Reason saved.',
  required: 'State why you view this user first.',
  /** For a search. `names` are the first of `count`. */
  requiredFor: (names: readonly string[], count: number): string => {
    const more = count - names.length;
    return `State a reason to view each of these users first: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  },
} as const;
