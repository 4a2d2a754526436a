import { readdir, readFile } from 'node:fs/promises';

/** The clock ticks of `/proc`, of which Linux counts so many a second on every platform that Node runs on. */
const TICKS_PER_SECOND = 100;
/** The fields of `/proc/<pid>/stat` behind the name, which may itself hold spaces: the parent, and four counts of ticks. */
const PARENT = 1;
const TICKS = [11, 12, 13, 14];

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and that of the children that it has waited for. */
  readonly seconds: number;
}

/**
 * The processor time of a process and of all that it started, those that ended included. Of two readings the
 * difference is what was used in between.
 */
export async function processorSeconds(pid: number): Promise<number> {
  const all = await readProcesses();
  return treeOf(all, pid).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The processes that this one has started itself and that still run. */
export async function startedProcesses(): Promise<ReadonlySet<number>> {
  const all = await readProcesses();
  return new Set(all.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid));
}

/** The process that started another one. */
export async function parentOf(pid: number): Promise<number> {
  return (await readProcess(pid)).parent;
}

async function readProcesses(): Promise<readonly ProcessTime[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  // Some end while they are read.
  const read = await Promise.all(pids.map((pid) => readProcess(pid).catch(() => undefined)));
  return read.filter((one) => one !== undefined);
}

async function readProcess(pid: number): Promise<ProcessTime> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = TICKS.reduce((sum, field) => sum + Number(fields[field]), 0);
  return { pid, parent: Number(fields[PARENT]), seconds: ticks / TICKS_PER_SECOND };
}

function treeOf(all: readonly ProcessTime[], root: number): readonly ProcessTime[] {
  const children = all.filter(({ parent }) => parent === root);
  const own = all.filter(({ pid }) => pid === root);
  return [...own, ...children.flatMap(({ pid }) => treeOf(all, pid))];
}
