import { BaseError, type Client, hexToBigInt } from 'viem';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { conversionPathAbi } from '#catalog/abis/conversion-path.generated.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import type { Rate, RateQuery } from '../chain.ts';
import { WORD_DIGITS } from '../events/event-words.ts';
import { NodeFailure } from '../nodes/failure.ts';
import type { QueryKind } from '../nodes/node.ts';
import { evmAddress } from './address.ts';
import { addressArgument, contractFunction, encodeCall } from './encode.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';

const getConversion = contractFunction(conversionPathAbi, 'getConversion');
const BATCH_FEE = encodeCall(contractFunction(batchPaymentsAbi, 'batchFee'), []);
/** The last second in the range of a date. */
const SECONDS_MAX = 8_640_000_000_000n;
const ONE_WORD = /^0x[0-9a-fA-F]{64}/;
const TWO_WORDS = /^0x[0-9a-fA-F]{128}/;

interface RateReading {
  readonly conversionPath: string;
  readonly queries: readonly RateQuery[];
  readonly kind: QueryKind;
  /** Which failures of a call mean that there is no rate. */
  readonly isNoRate: (error: unknown) => boolean;
}

/**
 * The current rates of conversions: all calls and the time of the newest block in one request.
 * The contract reverts where it has no feed for a step of the path; no other error counts as such.
 */
export async function readRates(
  node: EvmNodeClient,
  conversionPath: string,
  queries: readonly RateQuery[],
): Promise<(Rate | undefined)[]> {
  return await queryRates(node, { conversionPath, queries, kind: 'read', isNoRate: isRevert });
}

async function queryRates(
  node: EvmNodeClient,
  { conversionPath, queries, kind, isNoRate }: RateReading,
): Promise<(Rate | undefined)[]> {
  if (queries.length === 0) return [];
  const to = evmAddress(conversionPath);
  const [block, ...answers] = await node.query(
    (client) =>
      Promise.all([
        client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
        ...queries.map((query) => queryRate(client, { to, query, isNoRate })),
      ]),
    kind,
  );
  if (block === null) throw new Outage(`a node of ${node.network.name} returned no newest block`);
  const readAt = dateOf(hexToBigInt(block.timestamp));
  return answers.map((answer) => {
    if (answer === undefined) return undefined;
    // An address without a contract answers nothing at all, which must not read as no path.
    if (!TWO_WORDS.test(answer)) throw new Outage(`${to} returned no rate`);
    const [outUnits, oldestAt] = [wordAt(answer, 0), wordAt(answer, 1)];
    return { outUnits, oldestAt: dateOf(oldestAt), readAt };
  });
}

interface ShownParts {
  readonly node: EvmNodeClient;
  readonly log: Log;
}

/** The same of rates that are only shown: see `RateOptions`. */
export async function readShownRates(
  { node, log }: ShownParts,
  conversionPath: string,
  queries: readonly RateQuery[],
): Promise<(Rate | undefined)[]> {
  const report = (err: unknown) =>
    log.warn({ err, network: node.network.id }, 'a rate to show was not read');
  const isNoRate = (error: unknown) => {
    if (error instanceof NodeFailure) return false;
    if (!isRevert(error)) report(error);
    return true;
  };
  try {
    return await queryRates(node, { conversionPath, queries, kind: 'foreign', isNoRate });
  } catch (error) {
    report(error);
    throw error;
  }
}

interface RateCall extends Pick<RateReading, 'isNoRate'> {
  readonly to: Hex;
  readonly query: RateQuery;
}

async function queryRate(
  client: Client,
  { to, query, isNoRate }: RateCall,
): Promise<Hex | undefined> {
  const data = encodeCall(getConversion, [query.invoiceUnits, query.path.map(addressArgument)]);
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  } catch (error) {
    if (isNoRate(error)) return undefined;
    throw error;
  }
}

/** What the batch contract takes of every amount for itself, of 10,000. */
export async function readBatchFeeBps(node: EvmNodeClient, batch: string): Promise<bigint> {
  const to = evmAddress(batch);
  const answer = await node.query((client) =>
    client.request({ method: 'eth_call', params: [{ to, data: BATCH_FEE }, 'latest'] }),
  );
  if (!ONE_WORD.test(answer)) throw new Outage(`${to} returned no batch fee`);
  return BigInt(answer);
}

function wordAt(answer: Hex, position: number): bigint {
  const start = 2 + position * WORD_DIGITS;
  return BigInt(`0x${answer.slice(start, start + WORD_DIGITS)}`);
}

/** A feed may return any second; beyond the range of a date the last one in it is used. */
function dateOf(seconds: bigint): Date {
  return new Date(Number(seconds < SECONDS_MAX ? seconds : SECONDS_MAX) * 1_000);
}

/** Nodes agree on the word `revert`, not on the code; it is in the message or its details. */
export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && /revert/i.test(`${error.shortMessage} ${error.details}`);
}
