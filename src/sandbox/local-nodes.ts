import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainFamily, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { elapsedMs, unixSeconds } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import { anvilBinary } from './anvil-binary.ts';
import { commandNode } from './command-node.ts';
import { dumpFile, prepareState, snapshotFile } from './node-state.ts';

/** A development node that this process started. */
export interface LocalNode {
  readonly network: NetworkId;
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Ends the node, within two seconds; its state is kept if it has a state file. */
  stop(): Promise<void>;
}

/** What to start, and where its state lives. */
export interface LocalNodeOptions {
  readonly network: NetworkId;
  /** 0 or nothing means any free port. */
  readonly port?: number;
  /** Where the chain is kept over restarts; without it every start begins with the snapshot. */
  readonly stateFile?: string;
  /** What the chain begins with instead of the snapshot, where somebody else keeps its state. */
  readonly loadedState?: string;
  /** The time of its chain; undefined is the machine's. */
  readonly startsAt?: Date | undefined;
  readonly log?: Log;
}

/** A start takes some 100 ms; on a machine that is busy with other tests it may take seconds. */
const START_TIMEOUT_MS = 20_000;
/** The node writes its state on the signal to stop; then it must end within two seconds. */
const STOP_TIMEOUT_MS = 1_800;
/** How much chain a killed node may lose. Each dump writes the whole state, so not every second. */
const STATE_INTERVAL_SECONDS = 5;
/** The node spills older states to disk, 0.3 MB each, and without a bound fills it. */
const STATES_ON_DISK_MAX = 100;
/** How long the node of an earlier run, which died without stopping it, may take to write its state. */
const PREDECESSOR_TIMEOUT_MS = 3_000;
/** What of a node's words is kept, to say why it did not start. */
const MESSAGE_CHARACTERS_MAX = 4_000;

/** Behind a Tron node only the newest calls are looked at, right after they ran. */
const BLOCKS_WITH_CALLS_KEPT = 100;

/**
 * When a node mines. Behind a Tron node, which has blocks and fees of its own, only on command, without
 * fees and with room for the highest fee limit; the test accounts' balances are given by that node.
 */
const MINING: Readonly<Record<ChainFamily, readonly string[]>> = {
  evm: ['--block-time', '1', '--mixed-mining', '--slots-in-an-epoch', '1'],
  tron: [
    ...['--hardfork', 'cancun', '--auto-impersonate', '--accounts', '0'],
    ...['--gas-price', '0', '--block-base-fee-per-gas', '0', '--disable-min-priority-fee'],
    ...['--gas-limit', '1000000000', '--transaction-block-keeper', String(BLOCKS_WITH_CALLS_KEPT)],
  ],
};

/**
 * The node must not outlive us, whatever ends us: the shell holds the reading end of a pipe of ours,
 * and when that closes it stops the node. The node's own session keeps Ctrl-C to us alone.
 */
const LIFELINE = [
  'spill=$1; shift; exec 3<&0; "$@" </dev/null & node=$!',
  '{ cat <&3 >/dev/null; kill "$node"; } 2>/dev/null &',
  'wait "$node"; code=$?; rm -rf "$spill"; exit "$code"',
].join('\n');

/**
 * Starts a node with the network's real chain id and the snapshot's contracts, and returns when it
 * serves requests on 127.0.0.1. Throws `Outage` with a sentence when it cannot.
 */
export async function startLocalNode(options: LocalNodeOptions): Promise<LocalNode> {
  const { network, stateFile } = options;
  if (!existsSync(snapshotFile(network))) {
    throw new Outage(
      `there is no sandbox snapshot for ${network}: run node scripts/make-snapshots.ts`,
    );
  }
  if (stateFile !== undefined) {
    await waitForPredecessor(stateFile, options.log);
    await prepareState(stateFile, { network, log: options.log });
  }
  const spillFolder = await mkdtemp(join(tmpdir(), 'florin-node-'));
  const child = spawn(
    '/bin/sh',
    ['-c', LIFELINE, 'sh', spillFolder, anvilBinary(), ...flags(options, spillFolder)],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let stopping = false;
  const leftovers = [spillFolder, ...(stateFile === undefined ? [] : [pidFile(stateFile)])];
  try {
    const rpcUrl = await listening(child, network);
    if (stateFile !== undefined) await writeFile(pidFile(stateFile), String(child.pid));
    child.once('exit', (code) => {
      child.stdin.destroy();
      if (!stopping) options.log?.error({ network, code }, 'a local node ended by itself');
    });
    return {
      network,
      chainId: NETWORKS[network].chainId,
      rpcUrl,
      stop: async () => {
        stopping = true;
        await stopNode(child, leftovers);
      },
    };
  } catch (error) {
    await stopNode(child, leftovers);
    throw error;
  }
}

function flags(options: LocalNodeOptions, spillFolder: string): string[] {
  const { network, stateFile, startsAt, loadedState = snapshotFile(network) } = options;
  const state =
    stateFile === undefined
      ? ['--load-state', loadedState]
      : [
          ...['--load-state', stateFile, '--dump-state', dumpFile(stateFile)],
          ...['--state-interval', String(STATE_INTERVAL_SECONDS)],
        ];
  return [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
    ...['--chain-id', String(NETWORKS[network].chainId)],
    ...MINING[NETWORKS[network].family],
    ...(startsAt === undefined ? [] : ['--timestamp', String(unixSeconds(startsAt))]),
    ...['--max-persisted-states', String(STATES_ON_DISK_MAX), '--cache-path', spillFolder],
    ...state,
  ];
}

/** The URL at which the node answers, once it does. */
async function listening(child: ChildProcess, network: NetworkId): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const give = (reason: string) =>
    reject(
      new Outage(
        `the local node for ${network} ${reason}: ${text.trim().slice(-MESSAGE_CHARACTERS_MAX)}`,
      ),
    );
  const listen = (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const port = /Listening on [^:]+:([0-9]+)/.exec(text)?.[1];
    if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
  };
  const timer = setTimeout(
    () => give(`did not answer within ${START_TIMEOUT_MS} ms`),
    START_TIMEOUT_MS,
  );
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.once('error', (error) => give(error.message));
  child.once('exit', () => give('ended at once'));
  try {
    const rpcUrl = await promise;
    await mineFirstBlock(rpcUrl);
    return rpcUrl;
  } finally {
    clearTimeout(timer);
    // The node logs every request; a full pipe would block it.
    for (const stream of [child.stdout, child.stderr]) stream?.off('data', listen).resume();
  }
}

/**
 * Until its first block a node shows contracts the time of the state it loaded, which for a snapshot
 * is 1970: what they say of the age of a rate would be wrong for a second.
 */
async function mineFirstBlock(rpcUrl: string): Promise<void> {
  await commandNode(rpcUrl, { method: 'evm_mine' }, START_TIMEOUT_MS);
}

async function stopNode(child: ChildProcess, leftovers: readonly string[]): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const exited = once(child, 'exit');
    child.stdin?.end();
    const { pid } = child;
    const timer = setTimeout(() => killGroup(pid), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }
  await Promise.all(leftovers.map((path) => rm(path, { recursive: true, force: true })));
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Between the timer and this line it may have ended by itself.
    if (isAlive(pid)) throw error;
  }
}

const pidFile = (stateFile: string) => `${stateFile}.pid`;

/** A node whose parent was killed writes its state before it ends; loading earlier would lose it. */
async function waitForPredecessor(stateFile: string, log: Log | undefined): Promise<void> {
  if (!existsSync(pidFile(stateFile))) return;
  const pid = Number(await readFile(pidFile(stateFile), 'utf8'));
  const start = elapsedMs();
  while (Number.isInteger(pid) && pid > 0 && isAlive(pid)) {
    if (elapsedMs() - start > PREDECESSOR_TIMEOUT_MS) {
      log?.warn(
        { pid, stateFile },
        'the node of an earlier run still seems to run; starting beside it',
      );
      break;
    }
    await sleep(10);
  }
  await rm(pidFile(stateFile), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
