import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** A browser that is driven by the WebDriver protocol. */
export interface Driver {
  name: string;
  open: (url: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** The result of an expression in the page, which may be a promise. */
  evaluate: <Result>(expression: string) => Promise<Result>;
  /** Input as of a person. */
  perform: (actions: object[]) => Promise<void>;
  screenshot: () => Promise<string>;
  close: () => Promise<void>;
}

const pollMs = 100;
const patienceMs = 30_000;

/** Repeats until the attempt succeeds. Throws its last error after 30 seconds. */
export async function eventually<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(pollMs);
    }
  }
}

async function stop(process: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill();
  await ended;
}

/** Any driver of the W3C protocol, such as WebKitWebDriver. */
export async function openClassic(
  name: string,
  program: string,
  port: number,
  browser: object,
): Promise<Driver> {
  const server = spawn(program, [`--port=${port}`], { stdio: 'ignore' });
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const { sessionId } = await eventually(() =>
    send<{ sessionId: string }>('POST', '', { capabilities: { alwaysMatch: browser } }),
  );
  const session = `/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: patienceMs, pageLoad: patienceMs });
  return {
    name,
    open: (url) => send('POST', `${session}/url`, { url }),
    resize: (width, height) => send('POST', `${session}/window/rect`, { width, height }),
    evaluate: async (expression) => {
      const script = `const done = arguments[0]; (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const result = await send<{ value: never; error?: string }>('POST', `${session}/execute/async`, {
        script,
        args: [],
      });
      if (result.error) throw new Error(result.error);
      return result.value;
    },
    perform: (actions) => send('POST', `${session}/actions`, { actions }),
    screenshot: () => send('GET', `${session}/screenshot`),
    close: async () => {
      await send('DELETE', session);
      await stop(server);
    },
  };
}

/** A browser with WebDriver BiDi of its own, such as Firefox. It needs no driver beside it. */
export async function openBidi(name: string, program: string, args: string[], port: number): Promise<Driver> {
  const browser = spawn(program, [...args, `--remote-debugging-port=${port}`], { stdio: 'ignore' });
  const socket = await eventually(async () => {
    const opening = new WebSocket(`ws://127.0.0.1:${port}/session`);
    await new Promise((resolve, reject) => {
      opening.addEventListener('open', resolve, { once: true });
      opening.addEventListener('error', () => reject(new Error(`${name} does not listen.`)), { once: true });
    });
    return opening;
  });
  const waiting = new Map<number, (answer: { result: never; error?: string; message?: string }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
  });
  let lastId = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    const id = ++lastId;
    const answered = new Promise<{ result: Result; error?: string; message?: string }>((resolve) => {
      waiting.set(id, resolve);
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]!.context;
  return {
    name,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        // As JSON, because BiDi describes objects in a notation of its own.
        expression: `(async () => JSON.stringify({ value: await (${expression}) }))()`,
        target: { context },
        awaitPromise: true,
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value).value;
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    screenshot: async () =>
      (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      await send('browser.close', {});
      socket.close();
      await stop(browser);
    },
  };
}
