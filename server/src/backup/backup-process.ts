import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rootFolder } from '#root-folders.ts';

export type BackupTask = 'daily' | 'by_hand' | 'check';

export interface BackupProcess {
  /** Resolves to the reason of a failure, in one line. Rejects if `stop` has ended the task, which then runs again. */
  run: (task: BackupTask) => Promise<string | undefined>;
  stop: () => void;
}

/** Runs each task in a process of its own, which has a low priority and ends with this one. */
export function createBackupProcess(): BackupProcess {
  const running = new Set<ChildProcess>();
  let isStopping = false;
  return {
    run: async (task) => {
      const child = fork(join(rootFolder, 'server/dist/backup-task-command.js'), [task], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      running.add(child);
      const errors = child.stderr ? text(child.stderr) : '';
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      running.delete(child);
      if (isStopping) throw new Error('The server stops during a backup.');
      if (code === 0) return undefined;
      const lastLine = (await errors).trim().split('\n').at(-1);
      return (code === 1 && lastLine) || `The process of the backup ended with ${signal ?? code}.`;
    },
    stop: () => {
      isStopping = true;
      for (const child of running) child.kill('SIGKILL');
    },
  };
}
