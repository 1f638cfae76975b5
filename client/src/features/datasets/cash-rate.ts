/** The series that the data core lends to a loan. */
export const cashRate = 'rba-cash-rate-changes';
