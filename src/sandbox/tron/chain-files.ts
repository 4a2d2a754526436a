import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { lockHome } from '#platform/lock-home.ts';
import { readSnapshotAccounts, trimState } from '../node-state.ts';
import type { BlockContents } from './block.ts';
import { type BlockEntry, parseLine, printLine, type SeenId } from './block-entry.ts';
import { BlockRecords, RECORD_BYTES, writeRecord } from './block-records.ts';

/** What the files of an earlier run hold. */
export interface RestoredChain {
  readonly records: BlockRecords;
  /** Blocks that changed something, oldest first. */
  readonly entries: readonly BlockEntry[];
  readonly seen: readonly SeenId[];
  /** The height whose state the EVM loads; undefined where it begins with the snapshot. */
  readonly evmAt: number | undefined;
}

/**
 * Where a chain is kept over restarts. A block is appended before anybody can read it, so that a killed process
 * loses none; the state of the EVM is written now and then, and what it lacks is run again at the next start.
 */
export interface ChainFiles {
  /** The file that the EVM begins with; undefined for the snapshot. */
  readonly evmState: string | undefined;
  /** Undefined where the chain begins. */
  readonly restored: RestoredChain | undefined;
  /** Adds a block; `entry` where it changed something. */
  append(block: BlockContents, entry: BlockEntry | undefined): Promise<void>;
  addSeen(seen: SeenId): Promise<void>;
  /** Takes away all blocks from this height on. */
  truncate(length: number): Promise<void>;
  /** Writes the state of the EVM after a block. */
  writeEvmState(block: BlockContents, state: string): Promise<void>;
  close(): Promise<void>;
}

const RECORDS = 'blocks.bin';
const JOURNAL = 'changes.jsonl';
const EVM_STATE = /^evm-([0-9a-f]{64})\.json$/;
const evmStateName = (id: string) => `evm-${id}.json`;
/** What the EVM loads: the state that was written, with the contracts of this release. */
const EVM_LOADED = 'evm-loaded.json';

/** Opens the files of a chain in a folder, made where it is missing; no other process can open them meanwhile. */
export async function openChainFiles(folder: string): Promise<ChainFiles> {
  await mkdir(folder, { recursive: true });
  const unlock = await lockHome(folder);
  try {
    const records = new BlockRecords(await readOrEmpty(join(folder, RECORDS)));
    const lines = await readLines(join(folder, JOURNAL));
    const isRestored = records.length > 0 || lines.entries.length > 0;
    const entries = findEntries(records, lines.entries);
    const evm = await findEvmState(folder, records);
    const handles = await openHandles(folder, records);
    return {
      evmState: evm?.file,
      restored: isRestored ? { records, entries, seen: lines.seen, evmAt: evm?.number } : undefined,
      ...writers(folder, handles),
      close: async () => {
        await Promise.all(Object.values(handles).map((handle) => handle.close()));
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

interface Handles {
  readonly records: FileHandle;
  readonly journal: FileHandle;
}

async function openHandles(folder: string, records: BlockRecords): Promise<Handles> {
  const path = join(folder, RECORDS);
  // Made where it is missing, and without what is not whole.
  await (await open(path, 'a')).close();
  const handle = await open(path, 'r+');
  await handle.truncate(records.length * RECORD_BYTES);
  const journal = await open(join(folder, JOURNAL), 'a');
  // What a killed process left of a line is ended, so that it spoils no other.
  if ((await journal.stat()).size > 0) await journal.write('\n');
  return { records: handle, journal };
}

function writers(folder: string, { records, journal }: Handles) {
  return {
    append: async (block: BlockContents, entry: BlockEntry | undefined) => {
      if (entry !== undefined) await journal.write(printLine(entry));
      await records.write(writeRecord(block), 0, RECORD_BYTES, block.number * RECORD_BYTES);
    },
    addSeen: async (seen: SeenId) => {
      await journal.write(printLine(seen));
    },
    truncate: (length: number) => records.truncate(length * RECORD_BYTES),
    writeEvmState: async ({ id }: BlockContents, state: string) => {
      const name = evmStateName(id);
      const draft = join(folder, `${name}.draft`);
      await writeFile(draft, state);
      await rename(draft, join(folder, name));
      const others = (await readdir(folder)).filter((one) => EVM_STATE.test(one) && one !== name);
      await Promise.all(others.map((one) => rm(join(folder, one))));
    },
  };
}

async function readOrEmpty(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return Buffer.alloc(0);
    throw error;
  }
}

async function readLines(path: string) {
  const lines = (await readOrEmpty(path)).toString('utf8').split('\n');
  const parsed = lines.flatMap((line) => (line === '' ? [] : (parseLine(line) ?? [])));
  return {
    entries: parsed.filter((line) => 'number' in line),
    seen: parsed.filter((line) => 'seen' in line),
  };
}

/** The entries of blocks that are in the chain; one that was written without its record gets it. */
function findEntries(records: BlockRecords, entries: readonly BlockEntry[]): readonly BlockEntry[] {
  const last = entries.at(-1);
  const isNext = last?.number === records.length;
  if (
    last !== undefined &&
    isNext &&
    (records.idAt(last.number - 1) ?? last.parentId) === last.parentId
  ) {
    records.push(last);
  }
  return entries.filter(({ number, id }) => records.idAt(number) === id);
}

/** The newest state of a block that is in the chain, with the contracts that a newer release brings. */
async function findEvmState(folder: string, records: BlockRecords) {
  const found = (await readdir(folder)).flatMap((name) => {
    const id = EVM_STATE.exec(name)?.[1] ?? '';
    const number = Number(`0x${id.slice(0, 16) || '0'}`);
    return id !== '' && records.idAt(number) === id ? [{ name, number }] : [];
  });
  const newest = found.toSorted((one, other) => other.number - one.number)[0];
  if (newest === undefined) return undefined;
  const text = await readFile(join(folder, newest.name), 'utf8');
  const state = trimState(text, await readSnapshotAccounts('tron'));
  if (state === undefined) return undefined;
  const file = join(folder, EVM_LOADED);
  await writeFile(file, state);
  return { file, number: newest.number };
}
