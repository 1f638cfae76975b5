/** Formats a fraction in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

export const shareOf = ({ correct, total }: { correct: number; total: number }): number =>
  total === 0 ? 0 : correct / total;
