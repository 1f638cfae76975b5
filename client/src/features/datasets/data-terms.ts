/** Of the glossary: what the datasets speak of. */
export const dataTerms = [
  'basis point',
  'cash rate',
  'consumer price index',
  'inflation',
  'nominal',
  'percentage point',
  'real',
];
