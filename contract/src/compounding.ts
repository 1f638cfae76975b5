/** How often interest compounds; apart from the schemas, so that a form can name it without them. */
export const compoundingFrequencies = ['monthly', 'daily', 'yearly'] as const;
export type CompoundingFrequency = (typeof compoundingFrequencies)[number];
export const defaultCompoundingFrequency: CompoundingFrequency = 'monthly';
