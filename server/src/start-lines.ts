interface StartResult {
  publicUrl: string;
  superuser: string;
  /** Whether this start created the superuser and printed the password. */
  isNew: boolean;
  servedMailboxUrl: string | undefined;
  /** Undefined if the log is standard output. */
  logFile: string | undefined;
}

/** The last lines that a start prints: the URL, and what to try first. */
export function lastLines({ publicUrl, superuser, isNew, servedMailboxUrl, logFile }: StartResult): string {
  const lines = [
    `Declassified is at ${publicUrl}`,
    `Superuser: ${superuser}${isNew ? ', with the password above' : ''}, at ${publicUrl}/login`,
    servedMailboxUrl && `Emails are not sent. Read them at ${servedMailboxUrl}`,
    logFile && `The log of this run: ${logFile}`,
    `Try first: ${publicUrl}/finance/loan-calculator needs no account, ${publicUrl}/register makes one.`,
  ];
  return `\n${lines.filter(Boolean).join('\n')}\n`;
}
