import { createHash } from 'node:crypto';
import { getAddress } from 'viem';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, ChainUpdate, ObservedTransfer } from '#chains/chain.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { findFollowFrom } from '#modules/settlement/find-follow-from.ts';
import { settleTransfers } from '#modules/settlement/index.ts';
import { ingestChainUpdate } from '#modules/settlement/ingest-chain-update.ts';
import type { IngestedChain } from '#modules/settlement/match-transfers.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME } from './context.ts';
import { type PayableLink, TEST_PAYEE } from './payable-link.ts';
import { TRON_WALLETS } from './tron-wallets.ts';

/** Who pays in the tests, and somebody who has no part in it. */
export const PAYER = '0x2222222222222222222222222222222222222222';
export const UNRELATED = '0x3333333333333333333333333333333333333333';

let worlds = 0;

/** A network as the tests make it happen, without a node, and what the ledger says of a link. */
export interface SettlementWorld {
  readonly chain: IngestedChain;
  /** A block whose hash follows from its number, its fork and the test. */
  block(number: bigint, fork?: string): BlockPoint;
  /** By default the full amount of a link. */
  transferOf(
    link: PayableLink,
    at: BlockPoint,
    parts?: Partial<ObservedTransfer>,
  ): ObservedTransfer;
  blocks(to: BlockPoint, transfers?: readonly ObservedTransfer[]): ChainUpdate;
  /** Ingests one chain update after another from where the cursor stands, and settles what is due. */
  happen(ctx: Context, ...updates: readonly ChainUpdate[]): Promise<void>;
  eventsOf(link: PayableLink): Promise<Record<string, unknown>[]>;
  linkRow(link: PayableLink): Promise<{
    status: string;
    settled_late: boolean;
    completed_at: Date | null;
    request_status: string;
  }>;
  activeUnits(link: PayableLink): Promise<bigint>;
  transferStatuses(link: PayableLink): Promise<string[]>;
}

/** Forgets what earlier tests of the file left to follow and to settle, and starts a chain anew. */
export async function settlementWorld(
  { db }: Context,
  network: NetworkId = 'sepolia',
): Promise<SettlementWorld> {
  await db.deleteFrom('chain_cursor').execute();
  await db.deleteFrom('chain_block').execute();
  await db.updateTable('chain_transfer').set({ status: 'undone' }).execute();
  worlds += 1;
  const world = worlds;
  const normalAddress = network === 'tron' ? (text: string) => text : getAddress;
  const chain = { network: NETWORKS[network], normalAddress };
  return {
    chain,
    block: (number, fork = 'main') => ({ number, hash: hashOf(`${world} ${fork} ${number}`) }),
    transferOf: (link, at, parts) => transferOf(link, at, { ...sidesOf(network), ...parts }),
    blocks,
    happen: async (ctx, ...updates) => {
      let { at } = await findFollowFrom(ctx, network);
      for (const update of updates) {
        ({ at } = await ingestChainUpdate(ctx, chain, { at, update }));
        await settleTransfers(ctx, 100);
      }
    },
    eventsOf: async (link) => {
      const rows = await db
        .selectFrom('event')
        .select('payload')
        .where('account_id', '=', link.accountId)
        .orderBy('id')
        .execute();
      return rows.map((row) => JSON.parse(row.payload));
    },
    linkRow: (link) =>
      db
        .selectFrom('secure_payment')
        .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'token')
        .innerJoin('request', 'request.id', 'asked.request_id')
        .select([
          'secure_payment.status',
          'secure_payment.settled_late',
          'secure_payment.completed_at',
          'request.status as request_status',
        ])
        .where('token', '=', link.token)
        .executeTakeFirstOrThrow(),
    activeUnits: async (link) => {
      const rows = await db
        .selectFrom('payment')
        .leftJoin('payment_undo', 'payment_id', 'id')
        .select('amount_units')
        .where('request_id', '=', link.requestRowId)
        .where('payment_id', 'is', null)
        .execute();
      return rows.reduce((sum, row) => sum + row.amount_units, 0n);
    },
    transferStatuses: async (link) => {
      const rows = await db
        .selectFrom('chain_transfer')
        .select('status')
        .where('request_id', '=', link.requestRowId)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.status);
    },
  };
}

/** Thirty-two bytes that follow from a text. */
export function hashOf(text: string): Hex {
  return hexOf(createHash('sha256').update(text).digest());
}

/** Who pays whom in a transfer, and through which contract. */
function sidesOf(network: NetworkId) {
  const proxyAddress = CONTRACTS[network].erc20FeeProxy;
  if (network !== 'tron') {
    return {
      proxyAddress,
      payeeAddress: TEST_PAYEE,
      payerAddress: PAYER,
      feeAddress: UNRELATED,
    };
  }
  const { payee, payers, unrelated } = TRON_WALLETS;
  return { proxyAddress, payeeAddress: payee, payerAddress: payers[0], feeAddress: unrelated };
}

function transferOf(
  link: PayableLink,
  at: BlockPoint,
  parts: Partial<ObservedTransfer> = {},
): ObservedTransfer {
  const units = parts.creditedUnits ?? link.expectedUnits;
  return {
    kind: 'token',
    block: at,
    blockTime: TEST_TIME,
    transactionHash: hashOf(`transaction ${link.token}`),
    logIndex: 3,
    tokenAddress: link.tokenAddress,
    ...sidesOf('sepolia'),
    referenceKey: link.referenceKey,
    claimedUnits: link.expectedUnits,
    creditedUnits: link.expectedUnits,
    feeUnits: 0n,
    tokenUnits: units,
    tokenFeeUnits: parts.feeUnits ?? 0n,
    payeeNetUnits: parts.tokenUnits ?? units,
    payeeCreditedUnits: parts.tokenUnits ?? units,
    conversion: undefined,
    ...parts,
  };
}

function blocks(to: BlockPoint, transfers: readonly ObservedTransfer[] = []): ChainUpdate {
  const points = transfers.map((transfer) => transfer.block).filter((at) => at.number < to.number);
  return {
    type: 'blocks',
    transfers,
    points: [...points, to],
    to,
    headNumber: to.number,
    finalizedNumber: undefined,
    finalizedAt: undefined,
  };
}
