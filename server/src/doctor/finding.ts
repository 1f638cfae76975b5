/** One line for the operator: what was seen and, where it is not well, what to do. */
export interface Finding {
  /** `warning`: it works, and will bite. `skipped`: it needs something that is not there. */
  level: 'ok' | 'warning' | 'FAILED' | 'skipped';
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const failed = (text: string): Finding => ({ level: 'FAILED', text });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });

/** `FAILED  smtp           …`, in one line whatever a server has said. */
export function lineOf(check: string, { level, text }: Finding): string {
  return `${level.padEnd(9)}${check.padEnd(15)}${text.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`;
}

/** What `work` resolves with, or `late` where that takes longer: nothing that hangs hides the rest. */
export async function within<Result>(seconds: number, work: Promise<Result>, late: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, seconds * 1_000, late);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

export const tooLate = (seconds: number): Finding =>
  failed(`gives no answer within ${seconds} s. See whether what it asks is overloaded.`);

/** Some errors, as of several addresses tried at once, have a message in their parts only. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}
