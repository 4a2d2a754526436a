import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createTestClient, http, type TestClient } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Chain, ChainUpdate, FollowFrom } from '#chains/chain.ts';
import { connectChains } from '#chains/registry.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type RelayedNode, relayNode } from './relayed-node.ts';
import { execute, openTestNode, type TestNode } from './test-node.ts';

const TOKEN = currencyById('USDC-base')?.address ?? '';

/** A payment that was made, and the block that holds it. */
export interface Paid {
  readonly hash: Hex;
  readonly block: bigint;
}

/** How a chain is connected, where it is otherwise than usual. */
interface ChainParts {
  readonly pollMs?: number;
  readonly wsUrls?: readonly string[];
  readonly network?: Network;
  /** Without it the relay alone. */
  readonly rpcUrls?: readonly string[];
}

/** A local node of Base behind a relay, where blocks come only with transactions or where a test wants them. */
export interface WatchedNode extends AsyncDisposable {
  readonly base: TestNode;
  readonly relay: RelayedNode;
  readonly anvil: TestClient<'anvil'>;
  /** What was logged by the chains that were connected here. */
  text(): string;
  /** Begins a test: a relay of its own, and nothing logged. */
  begin(): Promise<void>;
  connect(parts?: ChainParts): Chain;
  /** Makes a payment with a reference of its own. */
  pay(): Promise<Paid>;
  /** Replaces this block and all behind it by empty ones. */
  reorgFrom(block: bigint): Promise<void>;
}

/** Starts the node, and lets the payer's tokens be taken. */
export async function watchedNode(): Promise<WatchedNode> {
  const base = await openTestNode('base');
  const anvil = createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });
  await anvil.setAutomine(true);
  const { to, data } = base.chain.encodeApproval(TOKEN, 10n ** 12n, 'fee_proxy');
  await execute(base, [{ to, data, value: '0x0' }]);
  let text = '';
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  let relay = await relayNode(base.node.rpcUrl);
  return {
    base,
    anvil,
    get relay() {
      return relay;
    },
    text: () => text,
    begin: async () => {
      text = '';
      await relay.stop();
      relay = await relayNode(base.node.rpcUrl);
    },
    connect: (parts = {}) => {
      const connection = { network: NETWORKS.base, rpcUrls: [relay.rpcUrl], pollMs: 20, ...parts };
      const [chain] = connectChains([connection], { log: pino(lines) }).all;
      if (chain === undefined) throw new Error('one network is connected');
      return chain;
    },
    pay: payments(base),
    reorgFrom: async (block) => {
      const depth = Number((await base.chain.readHead()) - block) + 1;
      await anvil.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
        method: 'anvil_reorg',
        params: [depth, []],
      });
    },
    [Symbol.asyncDispose]: async () => {
      await relay.stop();
      await base[Symbol.asyncDispose]();
    },
  };
}

function payments(base: TestNode): WatchedNode['pay'] {
  let references = 0n;
  return async () => {
    references += 1n;
    const { to, data } = base.chain.encodePayment({
      kind: 'token',
      tokenAddress: TOKEN,
      payeeAddress: TEST_ACCOUNTS.payee.address,
      amountUnits: 5n,
      paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
      feeUnits: 0n,
      feeAddress: TEST_ACCOUNTS.payee.address,
    });
    const [executed] = await execute(base, [{ to, data, value: '0x0' }]);
    if (executed === undefined) throw new Error('one transaction was sent');
    return { hash: executed.receipt.transactionHash, block: executed.receipt.blockNumber };
  };
}

/** What stands after what happened, in its order: the ledger of somebody who trusts a follower. */
export class RecordedPayments {
  readonly active: Paid[] = [];
  reorgs = 0;

  take(update: ChainUpdate): void {
    if (update.type === 'reorg') {
      this.reorgs += 1;
      const above = update.ancestor?.number ?? -1n;
      const kept = this.active.filter(({ block }) => block <= above);
      this.active.splice(0, this.active.length, ...kept);
      return;
    }
    const transfers = update.transfers.map(({ transactionHash: hash, block }) => ({
      hash,
      block: block.number,
    }));
    this.active.push(...transfers);
  }
}

/** Follows until the head has been scanned and `isEnough` returns true. */
export async function followTo(
  { base }: WatchedNode,
  { chain, from }: { readonly chain: Chain; readonly from: FollowFrom },
  isEnough: (recorded: RecordedPayments) => boolean | Promise<boolean> = () => true,
): Promise<RecordedPayments> {
  const recorded = new RecordedPayments();
  for await (const update of chain.follow(from, AbortSignal.timeout(90_000))) {
    recorded.take(update);
    if (update.type !== 'blocks') continue;
    const isAtHead = update.to.number >= (await base.chain.readHead());
    if ((await isEnough(recorded)) && isAtHead) return recorded;
  }
  throw new Error('following ended too soon');
}
