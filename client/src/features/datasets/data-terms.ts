/** Glossary terms of the datasets. */
export const dataTerms = [
  'basis point',
  'cash rate',
  'consumer price index',
  'inflation',
  'nominal',
  'percentage point',
  'real',
];
