import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * When a running process started, as an opaque text; undefined when no such process runs.
 * Together with the number it names a process for good, because numbers are used again.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readProc(pid, 'stat');
  if (stat === 'no proc') return queryPs(pid, 'lstart=');
  if (stat === undefined) return undefined;
  // The name in parentheses may itself hold spaces and parentheses; the rest is plain.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended already; it only waits for its parent to notice.
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** The command line of a running process; undefined when no such process runs. */
export async function commandOf(pid: number): Promise<string | undefined> {
  const command = await readProc(pid, 'cmdline');
  return command === 'no proc' ? queryPs(pid, 'command=') : command?.replaceAll('\0', ' ');
}

async function readProc(pid: number, file: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'no proc';
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined);
}

async function queryPs(pid: number, column: string): Promise<string | undefined> {
  const asked = promisify(execFile)('ps', ['-o', column, '-p', String(pid)]);
  // `ps` fails when there is no such process.
  const text = await asked.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return text === '' ? undefined : text;
}
