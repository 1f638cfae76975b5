/** One line for the operator: the observation and, if there is a problem, the remedy. */
export interface Finding {
  /** `warning`: works, but will cause problems. `skipped`: a prerequisite is missing. */
  level: 'ok' | 'warning' | 'FAILED' | 'skipped';
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const failed = (text: string): Finding => ({ level: 'FAILED', text });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });

export function findingsOr(successText: string, ...findings: (Finding | false | undefined)[]): Finding[] {
  const found = findings.filter((finding) => !!finding);
  return found.length > 0 ? found : [ok(successText)];
}
