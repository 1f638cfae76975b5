/** The glossary terms that the dataset screens use. */
export const dataTerms = [
  'basis point',
  'cash rate',
  'consumer price index',
  'inflation',
  'nominal',
  'percentage point',
  'real',
];
