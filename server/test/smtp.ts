import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  /** The recipients of the envelope, to which the server would deliver. */
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
  /** 0 selects a free port. */
  port?: number;
  /** The address on which it listens. Default: the loopback interface. */
  host?: string;
  /** Without an account nobody needs to authenticate. */
  account?: { user: string; password: string };
  /** Offers STARTTLS, and requires it before the authentication. The certificate is that of the package. */
  startTls?: boolean;
  /** The response to a recipient that the server refuses. */
  refusal?: (recipient: string) => { message: string; responseCode: number } | undefined;
  /** Awaited before the response to a recipient. */
  gate?: (recipient: string) => Promise<void>;
}

/** A real SMTP server that stores the emails it receives. */
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
