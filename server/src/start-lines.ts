interface Started {
  publicUrl: string;
  /** A superuser created by this start, with a printed password. */
  madeSuperuser: string | undefined;
  mailboxAddress: string | undefined;
  /** Unless it is standard output. */
  logFile: string | undefined;
}

/** Printed at the end of a start: the URL, and first steps. */
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
