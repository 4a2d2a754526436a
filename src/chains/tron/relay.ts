import { z } from 'zod';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

import { NodeFailure } from '../nodes/failure.ts';
import type { BroadcastResult, SentOutcome, SentTransaction, TransactionRelay } from '../relay.ts';
import { type BroadcastAnswer, postBytes } from './broadcast.ts';
import { checkSigned, readSigned } from './check-signed.ts';
import type { TronContracts } from './encode.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';

/** How nodes name that they take no transaction just now; the same bytes may be sent again. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
]);
const DUPLICATE = 'DUP_TRANSACTION_ERROR';
const ACCEPTED: BroadcastResult = {
  isAccepted: true,
  isTransient: false,
  code: 'SUCCESS',
  message: '',
};
/**
 * How far past the expiry the solidified block must be: machines behind one URL of a hosted node may differ by some
 * blocks, and one that lags would not have a transaction that another has solidified.
 */
const ABSENT_AFTER_MS = 60_000;
/** A person waits: the pauses before the same bytes are sent again. */
const PAUSES_MS = [300, 900];

/** See `TransactionRelay`. */
export function tronRelay(node: TronNodeClient, contracts: TronContracts): TransactionRelay {
  return {
    readSigned: async (signed) => {
      const { transactionHash, wallet, expiresAt } = await readSigned(signed);
      return { transactionHash, wallet, expiresAt };
    },
    checkSigned: (signed, steps, now) => checkSigned(contracts, signed, { steps, now }),
    forward: ({ transactionHash, bytes }) => forward(node, { id: idOf(transactionHash), bytes }),
    readOutcomes: async (sent) => (sent.length === 0 ? [] : await readOutcomes(node, sent)),
  };
}

/** The id as nodes write it. */
function idOf(transactionHash: Hex): string {
  return transactionHash.slice('0x'.length);
}

interface Sent {
  readonly id: string;
  readonly bytes: string;
}

async function forward(node: TronNodeClient, sent: Sent): Promise<BroadcastResult> {
  let answer = await send(node, sent);
  let mayBeHeld = answer.isTransient;
  for (const pauseMs of PAUSES_MS) {
    if (!answer.isTransient) break;
    await node.runtime.sleep(pauseMs);
    answer = await send(node, sent);
    mayBeHeld ||= answer.isTransient;
  }
  // A busy node may have kept it, so that the refusal that followed is not the last word.
  return { ...answer, isTransient: mayBeHeld && !answer.isAccepted };
}

/**
 * A duplicate is no acceptance: nodes remember the id of what they refused. It is looked up, and where it is
 * not found, nodes that have not seen it get the bytes.
 */
async function send(node: TronNodeClient, sent: Sent): Promise<BroadcastResult> {
  let attempts = 0;
  const first = await node.query((api) => {
    attempts += 1;
    return postBytes(api, sent.bytes);
  }, 'send');
  // An attempt before this one had no answer, and may have arrived.
  if (first.code !== DUPLICATE) return attempts > 1 ? unlessHeld(first) : answerOf(first);
  if (await isHeld(node, sent.id)) return ACCEPTED;
  for (const other of node.each()) {
    const answer = await other.query((api) => postBytes(api, sent.bytes), 'send').catch(onlyOutage);
    if (answer?.isAccepted === true) return ACCEPTED;
    if (answer !== undefined && answer.code !== DUPLICATE) return unlessHeld(answer);
  }
  if (await isHeld(node, sent.id)) return ACCEPTED;
  return unlessHeld(first);
}

/** An answer, while a node that did not answer may hold it: it has to be taken for sent until it has expired. */
function unlessHeld(answer: BroadcastAnswer): BroadcastResult {
  return { ...answerOf(answer), isTransient: !answer.isAccepted };
}

function answerOf({ isAccepted, code, message }: BroadcastAnswer): BroadcastResult {
  if (isAccepted) return ACCEPTED;
  return { isAccepted, isTransient: TRANSIENT_CODES.has(code), code, message };
}

function onlyOutage(error: unknown): undefined {
  if (!(error instanceof Outage)) throw error;
}

const Identified = z.object({ txID: z.string() });

/** Whether any node has a transaction in a block, or waiting for one where the node shows those. */
async function isHeld(node: TronNodeClient, id: string): Promise<boolean> {
  const said = await node.queryEach(async (api) => {
    const answers = await Promise.all([
      api.post('wallet/gettransactionbyid', { value: id }),
      // Hosted nodes may not serve the pool.
      api.post('wallet/gettransactionfrompending', { value: id }).catch(() => ({})),
    ]);
    return answers.some((answer) => Identified.safeParse(answer).data?.txID === id);
  });
  return said.some(({ answer }) => answer === true);
}

async function readOutcomes(
  node: TronNodeClient,
  sent: readonly SentTransaction[],
): Promise<SentOutcome[]> {
  const said = await node.queryEach((api) => queryOutcomes(api, sent));
  const answers = said.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  if (answers.length === 0) throw new Outage(`no node of ${node.network.name} gave an answer`);
  return sent.map((_, i) => outcomeOf(answers.map((outcomes) => outcomes[i] ?? 'open')));
}

/**
 * A node that does not have a transaction after its expiry decides nothing where another has it. While one says
 * that it may still be executed, one that calls it failed may lie, and the payment would be signed twice.
 */
function outcomeOf(said: readonly SentOutcome[]): SentOutcome {
  if (said.includes('succeeded')) return 'succeeded';
  if (said.includes('open')) return 'open';
  return said.includes('failed') ? 'failed' : 'absent';
}

const Solidified = z.object({
  block_header: z.object({ raw_data: z.object({ timestamp: z.int().min(0) }) }),
});
const Found = z.object({
  txID: z.string(),
  ret: z.array(z.object({ contractRet: z.string() })).min(1),
});

/** By the solidified view alone, which never changes. */
async function queryOutcomes(
  api: TronApi,
  sent: readonly SentTransaction[],
): Promise<SentOutcome[]> {
  // In this order: what was solidified after the block was read cannot be mistaken for absent.
  const block = Solidified.safeParse(await api.post('walletsolidity/getblock', { detail: false }));
  if (!block.success) throw new NodeFailure('returned something else than a block');
  const { timestamp } = block.data.block_header.raw_data;
  return await Promise.all(
    sent.map(async ({ transactionHash, expiresAt }) => {
      const id = idOf(transactionHash);
      const answer = await api.post('walletsolidity/gettransactionbyid', { value: id });
      const found = Found.safeParse(answer);
      if (found.success && found.data.txID === id) {
        return found.data.ret[0]?.contractRet === 'SUCCESS' ? 'succeeded' : 'failed';
      }
      if (Object.keys(Object(answer)).length > 0) {
        throw new NodeFailure('returned something else than the transaction');
      }
      return timestamp >= expiresAt.getTime() + ABSENT_AFTER_MS ? 'absent' : 'open';
    }),
  );
}
