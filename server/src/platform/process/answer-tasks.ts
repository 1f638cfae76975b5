/** Runs in the process of `createWorker`: says that it is ready, and answers each task. */
export function answerTasks(work: (task: never) => Promise<unknown>): void {
  process.on('message', (task) => {
    void work(task as never).then((answer) => process.send?.(answer));
  });
  // A signal to the whole group of processes is for the server, which first finishes its requests.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}
