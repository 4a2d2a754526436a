import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { NetworkId } from '#catalog/networks.ts';
import type { Log } from '#platform/log.ts';

/**
 * How many of the newest blocks are kept over a restart. A node that mines every second writes 1.7
 * kB a block; the watcher needs a few dozen, and blocks with transactions are kept for good.
 */
const BLOCKS_KEPT = 1_000;

const Accounts = z.record(z.string(), z.looseObject({ code: z.string().optional() }));
type Accounts = z.infer<typeof Accounts>;

const NodeState = z.looseObject({
  best_block_number: z.number(),
  accounts: Accounts,
  blocks: z.array(
    z.looseObject({
      header: z.looseObject({ number: z.string() }),
      transactions: z.array(z.unknown()),
    }),
  ),
});

/** The state that a node of this network starts with: published contracts and test tokens. */
export function snapshotFile(network: NetworkId): string {
  return fileURLToPath(
    new URL(`../../sandbox/snapshots/${network}.generated.json`, import.meta.url),
  );
}

/** Where a running node writes its state; it becomes the state file when the next node starts. */
export function dumpFile(stateFile: string): string {
  return `${stateFile}.next`;
}

/**
 * Makes the state file ready to be loaded. Nodes write their dump in place, so one that was killed
 * while writing leaves half a file: the dump replaces the state file only if it can be read whole.
 */
export async function prepareState(
  stateFile: string,
  parts: { network: NetworkId; log: Log | undefined },
): Promise<void> {
  await mkdir(dirname(stateFile), { recursive: true });
  const dump = dumpFile(stateFile);
  if (existsSync(dump)) {
    const trimmed = trimState(
      await readFile(dump, 'utf8'),
      await readSnapshotAccounts(parts.network),
    );
    if (trimmed === undefined) {
      parts.log?.warn(
        { file: dump },
        'the node was killed while it wrote its state: going back to the state before',
      );
    } else {
      await writeFile(`${stateFile}.new`, trimmed);
      await rename(`${stateFile}.new`, stateFile);
    }
    await rm(dump);
  }
  if (!existsSync(stateFile)) await copyFile(snapshotFile(parts.network), stateFile);
}

/** The contracts of the snapshot, by address in lower case. */
export async function readSnapshotAccounts(network: NetworkId): Promise<Accounts> {
  const text = await readFile(snapshotFile(network), 'utf8');
  return z.object({ accounts: Accounts }).parse(JSON.parse(text)).accounts;
}

/**
 * The state without old empty blocks, and with those contracts that a newer release brings; undefined
 * when the text is not a whole state.
 */
export function trimState(text: string, contracts: Accounts = {}): string | undefined {
  const state = NodeState.safeParse(parseJson(text));
  if (!state.success) return undefined;
  const { accounts, best_block_number } = state.data;
  const oldest = best_block_number - BLOCKS_KEPT;
  const blocks = state.data.blocks.filter(
    (block) =>
      block.transactions.length > 0 ||
      Number(block.header.number) === 0 ||
      Number(block.header.number) > oldest,
  );
  const deployed = Object.entries(accounts).filter(([, { code = '0x' }]) => code !== '0x');
  return JSON.stringify({
    ...state.data,
    accounts: { ...accounts, ...contracts, ...Object.fromEntries(deployed) },
    blocks,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
