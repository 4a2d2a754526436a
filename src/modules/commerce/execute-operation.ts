import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, isSameHex } from '#kit/hex.ts';
import { findRelayed } from '#modules/relayer/index.ts';
import { transact } from '#platform/db/transact.ts';
import { callOf, carryOut, purposeOf } from './carry-out.ts';
import { checkBuyerAndMerchant } from './check-buyer-and-merchant.ts';
import { checkOperation, type OperationInput } from './check-operation.ts';
import { endOpenOperation } from './end-open-operation.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { operationInProgress, operatorIsAnother, refusedByEscrow } from './model/refusals.ts';
import { chainOf, type EscrowChain } from './open-payment.ts';
import { type CommerceState, readState } from './read-state.ts';
import { refreshStatus } from './refresh-status.ts';
import { insertOperation, type Operation } from './store/operations.ts';
import { lockPayment } from './store/payments.ts';

/** An operation that was sent. */
interface OperationSent {
  readonly payment: CommercePayment;
  readonly units: bigint;
  readonly transactionHash: Hex;
}

interface Execution {
  readonly input: OperationInput;
  /** The caller's own words. */
  readonly reason?: string | undefined;
}

/** A process that was killed meanwhile has its operation carried on by then. */
const FIRST_CHECK_MS = 10_000;

/**
 * Sends what the operator of a payment does that the caller may change, with the operator's key. The same once more while it is open is the same one.
 *
 * Refuses (400) what another wallet operates and what the escrow would not do, (403) a buyer or merchant that may not take part, (409) while another transaction of the payment is open, and as
 * `relayOnce` does. Then nothing was sent. Throws `Outage`.
 */
export async function executeOperation(
  ctx: Context,
  payment: CommercePayment,
  { input, reason }: Execution,
): Promise<OperationSent> {
  const chain = chainOf(ctx, payment);
  if (chain.sender === undefined || !isSameHex(chain.sender.address, payment.operatorAddress)) {
    throw operatorIsAnother(payment.operatorAddress);
  }
  const state = await readState(ctx, payment);
  const operation =
    sameOpen(state, input) ?? (await begin(ctx, chain, { payment, state, input, reason }));
  await send(ctx, chain, { payment, operation });
  const sent = await findRelayed(ctx, purposeOf(operation));
  invariant(sent !== undefined, 'an operation that was carried out was sent');
  return { payment, units: operation.units, transactionHash: sent.transactionHash };
}

/** The operation that is open, where it is the same; refuses (409) another one. */
function sameOpen({ open }: CommerceState, input: OperationInput): Operation | undefined {
  if (open === undefined) return undefined;
  const isSame =
    open.kind === input.kind &&
    (input.kind !== 'capture' || open.units === input.units) &&
    open.signature?.toLowerCase() === input.signature?.toLowerCase();
  if (!isSame) throw operationInProgress();
  return open;
}

interface Beginning extends Pick<Execution, 'input' | 'reason'> {
  readonly payment: CommercePayment;
  readonly state: CommerceState;
}

/** Stores an operation before anything is sent. What the escrow would refuse now is not even begun. */
async function begin(
  ctx: Context,
  chain: EscrowChain,
  { payment, state, input, reason }: Beginning,
): Promise<Operation> {
  const units = checkOperation(ctx, payment, { state, input });
  if (input.kind !== 'void') await checkBuyerAndMerchant(ctx, payment);
  const prepared = await chain.sender?.prepare(
    callOf(chain, payment, { ...input, units, signature: input.signature }),
  );
  if (prepared !== undefined && 'refused' in prepared) {
    throw refusedByEscrow(chain.escrow.readRefusal(prepared.refused));
  }
  const id = ctx.newOrderedId();
  return await transact(ctx, async (ctx) => {
    const locked = await lockPayment(ctx, payment.id);
    const state = await readState(ctx, locked);
    const other = sameOpen(state, input);
    if (other !== undefined) return other;
    const { id: paymentId, accountId } = locked;
    const { kind, signature } = input;
    const operation = {
      id,
      paymentId,
      accountId,
      kind,
      signature,
      units: checkOperation(ctx, locked, { state, input }),
    };
    const nextCheckAt = new Date(ctx.now().getTime() + FIRST_CHECK_MS);
    await insertOperation(ctx, { ...operation, reason, nextCheckAt });
    await refreshStatus(ctx, paymentId);
    return {
      ...operation,
      createdAt: ctx.now(),
      outcome: undefined,
      endedAt: undefined,
      transactionHash: undefined,
    };
  });
}

/** What was not sent has ended, so that it is sent later by nobody. */
async function send(
  ctx: Context,
  chain: EscrowChain,
  parts: { readonly payment: CommercePayment; readonly operation: Operation },
): Promise<void> {
  let refused: string | undefined;
  try {
    refused = await carryOut(ctx, chain, parts);
  } catch (error) {
    await giveUp(ctx, parts.operation);
    throw error;
  }
  if (refused === undefined) return;
  await giveUp(ctx, parts.operation);
  throw refusedByEscrow(chain.escrow.readRefusal(refused));
}

/** Ends an operation of which nothing was sent. */
export async function giveUp(ctx: Context, operation: Operation): Promise<void> {
  await transact(ctx, async (ctx) => {
    const payment = await lockPayment(ctx, operation.paymentId);
    if ((await findRelayed(ctx, purposeOf(operation))) !== undefined) return;
    if (await endOpenOperation(ctx, payment, { id: operation.id, outcome: 'refused' })) {
      await refreshStatus(ctx, operation.paymentId);
    }
  });
}
