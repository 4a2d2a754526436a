import { encodeFunctionData, parseAbi } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import { ESCROWS } from '#catalog/escrows.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { escrowFunctions } from '#chains/evm/escrow/evm-escrow.ts';
import { termsOf } from '#modules/commerce/model/commerce-payment.ts';
import { findOwnPayment } from '#modules/commerce/store/payments.ts';
import type { Context } from '../../src/context.ts';
import type { TestAccount } from '../../src/sandbox/test-accounts.ts';
import { hex } from '../support/route-sample.ts';
import { carryOut, type Node, type SenderLedger } from './load-sender.ts';

/** What is given back of each payment, in the token's units. */
const REFUND_UNITS = 10n;

interface Refunding {
  readonly ctx: Context;
  readonly node: Node;
  readonly accountId: string;
  /** The key of the operator: who captured may refund. */
  readonly sender: TestAccount;
  readonly ledger: SenderLedger;
}

/**
 * Refunds a part of each payment at the escrow itself, as there is no endpoint for it. Only while nothing is sent with the operator's key,
 * whose nonces are the installation's.
 */
export async function refundCaptured({ ctx, node, accountId, sender, ledger }: Refunding) {
  const { escrow: address, collectors } = ESCROWS.base;
  if (collectors === undefined) throw new Error('Base has collectors');
  const escrow = escrowFunctions(NETWORKS.base, { escrow: evmAddress(address), collectors });
  const abi = parseAbi(['function mint(address to, uint256 units)']);
  const token = hex(currencyById('USDC-base')?.address);
  for (const entry of ledger.captured) {
    const payment = await findOwnPayment(ctx, { accountId, requestId: entry.requestId });
    if (payment === undefined) throw new Error(`${entry.requestId} is stored`);
    const mint = encodeFunctionData({ abi, args: [sender.address, REFUND_UNITS] });
    const calls = escrow.refundCalls(termsOf(payment), REFUND_UNITS);
    await carryOut(node, sender, [
      { to: token, data: mint, value: '0x0' },
      ...calls.map(({ to, data }) => ({ to, data, value: '0x0' })),
    ]);
    entry.refundedUnits = REFUND_UNITS;
  }
}
