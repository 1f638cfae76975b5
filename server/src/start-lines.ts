interface Started {
  publicUrl: string;
  /** The username of a superuser that this start made, with the password it printed. */
  madeSuperuser: string | undefined;
  mailboxAddress: string | undefined;
  /** Where the log is, when not on standard output. */
  logFile: string | undefined;
}

/** What a start says last: where to go, and what to try first. */
export function lastLines({ publicUrl, madeSuperuser, mailboxAddress, logFile }: Started): string {
  const lines = [
    `Declassified is at ${publicUrl}`,
    madeSuperuser && `Superuser: ${madeSuperuser}, with the password above, at ${publicUrl}/login`,
    mailboxAddress && `Mail is not sent but kept: read it at ${mailboxAddress}`,
    logFile && `The log of this run: ${logFile}`,
    `Try first: ${publicUrl}/finance/loan-calculator needs no account, ${publicUrl}/register makes one.`,
  ];
  return `\n${lines.filter(Boolean).join('\n')}\n`;
}
