import { demoPassword, demoPeople } from '#commands/demo/people.ts';

interface StartResult {
  publicUrl: string;
  superuser: string;
  isDemo?: boolean;
  /** Whether this start created the superuser and printed the password. */
  isNew: boolean;
  servedMailboxUrl: string | undefined;
  /** Undefined if the log is standard output. */
  logFile: string | undefined;
}

/** The last lines that a start prints: the URL, and what to try first. */
export function lastLines(result: StartResult): string {
  const { publicUrl, superuser, isNew, servedMailboxUrl, logFile, isDemo } = result;
  const mailboxLine = servedMailboxUrl && `Emails are not sent. Read them at ${servedMailboxUrl}`;
  const logLine = logFile && `The log of this run: ${logFile}`;
  const lines = isDemo
    ? [...demoLines(publicUrl), mailboxLine, logLine]
    : [
        `Declassified is at ${publicUrl}`,
        `Superuser: ${superuser}${isNew ? ', with the password above' : ''}, at ${publicUrl}/login`,
        mailboxLine,
        logLine,
        `Try first: ${publicUrl}/finance/loan-calculator needs no account, ${publicUrl}/register makes one.`,
      ];
  return `\n${lines.filter(Boolean).join('\n')}\n`;
}

/** One line for each person of the demonstration. */
const demoLines = (publicUrl: string): string[] => [
  `The demonstration of Declassified is at ${publicUrl}`,
  ...demoPeople.map(
    ({ username, who, path }) => `${username} / ${demoPassword}  ${who}. Begin at ${publicUrl}${path}`,
  ),
];
