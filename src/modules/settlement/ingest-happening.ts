import { CONTRACTS } from '#catalog/contracts.ts';
import type {
  BlockPoint,
  Chain,
  ChainHappening,
  ObservedTransfer,
  PaymentKind,
} from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { findRequestsByTopic, type RequestByTopic } from '#modules/requests/index.ts';
import { suspicionOf } from './model/match.ts';
import { insertBlocks, type NewTransfer } from './store.ts';
import { undoBlocks } from './undo-blocks.ts';

/**
 * How many blocks back points are remembered: more than three times the deepest fallback for
 * finality in the catalog (300), so that a reorg short of finality always finds its ancestor.
 */
const BLOCKS_REMEMBERED = 1_024n;

/** The part of a chain that ingestion needs. */
export type IngestedChain = Pick<Chain, 'network' | 'normalAddress'>;

/** Something that happened to a chain, and where the watcher believes the cursor to be. */
export interface Step {
  readonly at: BlockPoint | undefined;
  readonly happening: ChainHappening;
}

/**
 * Writes down what happened to a chain: all of it in one transaction, or nothing. Answers where the
 * cursor stands now, which is what the next step starts from.
 *
 * Throws `Outage` when the cursor is elsewhere, because another watcher follows the same network;
 * the caller then asks `findFollowFrom` again. The same block may be ingested any number of times.
 */
export async function ingestHappening(
  ctx: Context,
  chain: IngestedChain,
  step: Step,
): Promise<BlockPoint | undefined> {
  if (step.happening.type === 'reorg') {
    return await undoBlocks(ctx, chain.network.id, {
      at: step.at,
      ancestor: step.happening.ancestor,
    });
  }
  const { to, headNumber, finalizedNumber, points } = step.happening;
  const keepFrom = to.number - BLOCKS_REMEMBERED;
  const moved = await insertBlocks(ctx, chain.network.id, {
    at: step.at,
    to,
    headNumber,
    finalizedNumber,
    keepFrom,
    points: [
      ...new Map(
        points
          .filter((point) => point.number >= keepFrom && point.number < to.number)
          .map((point) => [point.number, point]),
      ).values(),
      to,
    ],
    transfers: await matchTransfers(ctx, chain, step.happening.transfers),
  });
  if (!moved) throw new Outage(`the cursor of ${chain.network.id} was moved by another watcher`);
  return to;
}

/** What of all that was seen pays requests of ours, as the books write it down. */
export async function matchTransfers(
  ctx: Context,
  chain: IngestedChain,
  observed: readonly ObservedTransfer[],
): Promise<readonly NewTransfer[]> {
  if (observed.length === 0) return [];
  const topics = [...new Set(observed.map((transfer) => topicOf(transfer)))];
  const requests = new Map(
    (await findRequestsByTopic(ctx, topics)).map((request) => [request.referenceTopic, request]),
  );
  return observed.flatMap((transfer) => {
    const request = requests.get(topicOf(transfer));
    // Strangers pay through the same contracts all day; that is not worth a line in the log.
    if (request === undefined) return [];
    const matched = matchTransfer(ctx, { chain, transfer, request });
    return matched === undefined ? [] : [matched];
  });
}

function topicOf(transfer: ObservedTransfer): Hex {
  return `0x${transfer.referenceTopic.slice(2).toLowerCase()}`;
}

function matchTransfer(
  ctx: Context,
  pair: {
    readonly chain: IngestedChain;
    readonly transfer: ObservedTransfer;
    readonly request: RequestByTopic;
  },
): NewTransfer | undefined {
  const { chain, transfer, request } = pair;
  const { id: network } = chain.network;
  const suspicion = suspicionOf(
    {
      network,
      kind: transfer.kind,
      proxyAddress: chain.normalAddress(transfer.proxyAddress),
      tokenAddress: transfer.tokenAddress && chain.normalAddress(transfer.tokenAddress),
      payeeAddress: chain.normalAddress(transfer.payeeAddress),
      creditedUnits: transfer.creditedUnits,
      conversion: transfer.conversion,
    },
    request,
    proxyOf(chain, request.kind),
  );
  if (suspicion !== undefined) {
    const { transactionHash } = transfer;
    const { requestId } = request;
    ctx.log.warn(
      { network, transactionHash, requestId, suspicion },
      'a transfer names one of our references and pays nothing of it; it is not counted',
    );
    return undefined;
  }
  return {
    id: ctx.newId(),
    accountId: request.accountId,
    requestId: request.id,
    block: transfer.block,
    blockTime: transfer.blockTime,
    transactionHash: transfer.transactionHash,
    logIndex: transfer.logIndex,
    payerAddress: chain.normalAddress(transfer.payerAddress),
    claimedUnits: transfer.claimedUnits,
    creditedUnits: transfer.creditedUnits,
    feeUnits: transfer.feeUnits,
    feeAddress: chain.normalAddress(transfer.feeAddress),
    tokenUnits: transfer.tokenUnits,
    tokenFeeUnits: transfer.tokenFeeUnits,
  };
}

/** The contract that carries payments of a kind on a network. */
function proxyOf(chain: IngestedChain, kind: PaymentKind): string | undefined {
  const contracts = CONTRACTS[chain.network.id];
  const proxies = {
    token: contracts.erc20FeeProxy,
    native: contracts.ethereumFeeProxy,
    conversion: contracts.erc20ConversionProxy,
  };
  const proxy = proxies[kind];
  return proxy && chain.normalAddress(proxy);
}
