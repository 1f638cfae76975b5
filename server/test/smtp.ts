import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  /** Of the envelope: what the server would deliver to. */
  recipients: string[];
  parsed: ParsedMail;
  raw: string;
  isEncrypted: boolean;
  user: unknown;
}

export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  stop: () => Promise<void>;
}

interface TestSmtpOptions {
  /** 0: any free one. */
  port?: number;
  /** Where it listens, by default on the loopback alone. */
  host?: string;
  /** Without one nobody needs to sign in. */
  account?: { user: string; password: string };
  /** Advertised, and with an account required before it; the certificate is the package's own. */
  startTls?: boolean;
  /** What the server says to a recipient instead of taking the mail. */
  refusal?: (recipient: string) => { message: string; responseCode: number } | undefined;
  /** What the server waits for before it answers to a recipient. */
  gate?: (recipient: string) => Promise<void>;
}

/** A real SMTP server on a socket that keeps what it takes. */
export async function startSmtpServer(options: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const { account, startTls = false, refusal, gate = async () => {} } = options;
  const keep = async (
    stream: AsyncIterable<Buffer>,
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ): Promise<void> => {
    try {
      received.push(await readMail(stream, session));
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
  const settings: SMTPServerOptions = {
    authOptional: !account,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    allowInsecureAuth: !startTls,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === account?.user && password === account?.password;
      if (isRight) done(null, { user: username });
      else done(new Error('Wrong username or password'));
    },
    onRcptTo: ({ address }, _session, done) => {
      const refused = refusal?.(address);
      if (refused)
        return done(Object.assign(new Error(refused.message), { responseCode: refused.responseCode }));
      void answerAfter(gate(address), done);
    },
    onData: (stream, session, done) => void keep(stream, session, done),
  };
  const server = new SMTPServer(settings);
  server.on('error', () => {});
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve),
  );
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function readMail(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString();
  return {
    recipients: session.envelope.rcptTo.map(({ address }) => address),
    parsed: await simpleParser(raw),
    raw,
    isEncrypted: session.secure,
    user: session.user,
  };
}

async function answerAfter(gate: Promise<void>, done: () => void): Promise<void> {
  await gate;
  done();
}
