import type { AccountReads, AccountState, SafeExecution } from '#chains/accounts.ts';
import type { Chain } from '#chains/chain.ts';
import { callOfStep } from '#chains/evm/evm-chain.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import {
  digest,
  type FakeBalances,
  type FakeBlock,
  type FakeLog,
  type FakeTransaction,
  Reverted,
} from '../../chains/fake/ledger.ts';
import { type FakeView, viewOf } from '../../chains/fake/node.ts';
import { safeAccounts, safeState } from '../../support/safe-accounts.ts';
import { stepCalls } from '../../support/step-calls.ts';
import type { Plant } from '../plants.ts';
import {
  DELEGATED_KEY,
  EXCHANGE,
  type KnownProposal,
  OTHER_OWNER,
  OWNER,
  SAFE_NETWORK,
  SAFES,
  type Safing,
  SMART_ACCOUNTS,
} from './safing.ts';

const encoding = safeAccounts(SAFE_NETWORK).accounts;
const { prepare, readStep } = stepCalls(SAFE_NETWORK);
const OWNERS = [OWNER.address, OTHER_OWNER.address];

/** Names of what a chain remembers of a Safe. */
const noted = {
  nonce: (safe: string) => `nonce ${safe}`,
  outcome: (outcome: SafeExecution['outcome'], { safe, hash }: ExecutionKey) =>
    `${outcome} ${safe} ${hash}`,
};
type ExecutionKey = Pick<KnownProposal, 'safe' | 'hash'>;

/** The calls of payments as wallets make them, and what owners of a Safe sign of them. */
export const encoders = { prepare, ...encoding };

/** A chain as a process reaches it where there are Safes: calls are encoded and read as on the real network. */
export function withSafes(
  chain: Chain,
  fake: FakeChain,
  { safing, plant }: { readonly safing: Safing | undefined; readonly plant: Omit<Plant, 'shows'> },
): Chain {
  if (safing === undefined || fake.network.id !== SAFE_NETWORK) return chain;
  const reads = readsOf(fake, safing);
  const accounts = plant.accountsAs?.(reads) ?? reads;
  // Without a bridge nobody asks whether a payer is a contract: all that is reported here are Safes or lies.
  return { ...chain, prepare, readStep, accounts, bridge: undefined };
}

function readsOf({ ledger, nodeList }: FakeChain, { unread }: Safing): AccountReads {
  const views = () => {
    const well = nodeList.filter(({ isDown }) => !isDown);
    return well.map((node) => ({ node, view: viewOf(ledger, node) }));
  };
  const first = () => views()[0] ?? { node: nodeList[0], view: viewOf(ledger, downOf(nodeList)) };
  return {
    ...encoding,
    readAccounts: async (addresses, at = 'newest') => {
      if (views().length === 0) for (const address of addresses) unread.add(address);
      const { view } = first();
      const { number } = at === 'final' ? view.finalized() : view.head();
      return addresses.map((address) => {
        if (!SAFES.some((safe) => safe === address)) return stateOf(address);
        return safeState(OWNERS, { nonce: nonceAt(blocksOf(view, number), address) });
      });
    },
    findExecution: async ({ safe, safeTransactionHash: hash, fromBlock, isThorough }) => {
      const asked = isThorough === true ? views().slice(0, 2) : [first()];
      for (const { node, view } of asked.length > 0 ? asked : [first()]) {
        const blocks = blocksOf(view, view.head().number).filter(
          ({ number }) => number >= fromBlock,
        );
        const found = findIn(blocks, { safe, hash });
        if (found === undefined || node?.hidden.has(found.transactionHash)) continue;
        return { ...found, isFinal: found.block.number <= view.finalized().number };
      }
      return undefined;
    },
  };
}

function stateOf(address: string): AccountState {
  if (address === DELEGATED_KEY) return { kind: 'delegated', to: EXCHANGE };
  const isContract = address === EXCHANGE || SMART_ACCOUNTS.some((one) => one === address);
  return { kind: isContract ? 'contract' : 'key' };
}

function downOf([node]: FakeChain['nodeList']) {
  if (node === undefined) throw new Error('a network has nodes');
  return node;
}

function blocksOf(view: FakeView, last: bigint): FakeBlock[] {
  return Array.from({ length: Number(last) + 1 }, (_, i) => view.block(BigInt(i))).filter(
    (block) => block !== undefined,
  );
}

function nonceAt(blocks: readonly FakeBlock[], safe: string): bigint {
  const used = blocks.flatMap(({ receipts }) =>
    receipts.filter(({ changes }) => changes.has(noted.nonce(safe))),
  );
  return BigInt(used.length);
}

function findIn(
  blocks: readonly FakeBlock[],
  key: ExecutionKey,
): Omit<SafeExecution, 'isFinal'> | undefined {
  for (const { number, hash, time, receipts } of blocks) {
    for (const { hash: transactionHash, changes } of receipts) {
      const outcome = (['success', 'failure'] as const).find((one) =>
        changes.has(noted.outcome(one, key)),
      );
      if (outcome === undefined) continue;
      return { outcome, transactionHash, block: { number, hash }, blockTime: time };
    }
  }
  return undefined;
}

/** What the chain itself says of a proposal, by its blocks up to the newest or the newest final one. */
export function executionOf(
  { ledger }: FakeChain,
  key: ExecutionKey,
  at: 'newest' | 'final',
): { readonly nonce: bigint; readonly execution: Omit<SafeExecution, 'isFinal'> | undefined } {
  const { number } = at === 'final' ? ledger.finalized() : ledger.head();
  const blocks = ledger.blocks.slice(0, Number(number) + 1);
  return { nonce: nonceAt(blocks, key.safe), execution: findIn(blocks, key) };
}

/** The nonce of a Safe's next transaction. */
export function nonceOf({ ledger }: FakeChain, safe: string): bigint {
  return ledger.read(noted.nonce(safe));
}

/** A transaction by which somebody executes a proposal; its number makes its hash its own. */
export function executing(
  chain: FakeChain,
  { safe, hash, transaction }: KnownProposal,
  number: number,
): FakeTransaction {
  const content = `execution ${hash} ${number}`;
  const calls = encoding.decodeCalls(transaction) ?? [];
  const deeds = calls.flatMap((call) => {
    const step = readStep(call);
    return step === undefined ? [] : [chain.transaction(safe, callOfStep(chain, step), 0)];
  });
  const run = (balances: FakeBalances): readonly FakeLog[] => {
    const name = noted.nonce(safe);
    if (balances.read(name) !== transaction.nonce) throw new Reverted();
    balances.write(name, transaction.nonce + 1n);
    const inner = undoable(balances);
    let logs: readonly FakeLog[] = [];
    let outcome: SafeExecution['outcome'] = 'success';
    try {
      logs = deeds.flatMap((deed) => deed.run(inner.balances));
      inner.keep();
    } catch (error) {
      // A Safe that says how much gas its calls may use keeps their failure to itself.
      if (!(error instanceof Reverted) || transaction.safeTxGas === 0n) throw error;
      logs = [];
      outcome = 'failure';
    }
    balances.write(noted.outcome(outcome, { safe, hash }), 1n);
    return logs;
  };
  return { hash: digest(content), content, run };
}

/** Amounts that are changed only once they are kept. */
export function undoable(outer: FakeBalances) {
  const changed = new Map<string, bigint>();
  return {
    balances: {
      read: (name: string) => changed.get(name) ?? outer.read(name),
      write: (name: string, units: bigint) => void changed.set(name, units),
    },
    keep: () => {
      for (const [name, units] of changed) outer.write(name, units);
    },
  };
}
