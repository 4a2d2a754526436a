import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, systemClock, unixSeconds } from '#kit/clock.ts';
import { commandNode } from './command-node.ts';

/** Far above what a local node takes. */
const TIMEOUT_MS = 10_000;

const Offset = z.object({ offsetMs: z.number().int().min(0) });

/** Where the nodes of a data folder find the time that they start with: the database is not open yet. */
const fileIn = (home: string) => join(home, 'node-time.json');

/** The time that the chains of a data folder start with; undefined where their clock was never moved. */
export async function readNodeTime(
  home: string,
  now: Clock = systemClock,
): Promise<Date | undefined> {
  const text = await readFile(fileIn(home), 'utf8').catch(() => '{}');
  const { data } = Offset.safeParse(JSON.parse(text));
  return data && new Date(now().getTime() + data.offsetMs);
}

/** Lets the nodes of a data folder start so far ahead of the machine's clock from now on. */
export async function writeNodeTime(home: string, offsetMs: number): Promise<void> {
  const draft = `${fileIn(home)}.draft`;
  await writeFile(draft, JSON.stringify({ offsetMs }));
  await rename(draft, fileIn(home));
}

/** Sets the time of a local EVM node, which goes on from there, and makes a block of that time. Throws `Outage`. */
export async function setNodeTime(rpcUrl: string, at: Date): Promise<void> {
  await commandNode(rpcUrl, { method: 'evm_setTime', params: [unixSeconds(at)] }, TIMEOUT_MS);
  await commandNode(rpcUrl, { method: 'evm_mine' }, TIMEOUT_MS);
}
