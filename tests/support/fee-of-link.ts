import { randomBytes } from 'node:crypto';
import { hexOf } from '#kit/hex.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME } from './context.ts';
import type { PayableLink } from './payable-link.ts';

/** Who receives the fee of a link in tests. */
export const FEE_RECEIVER = '0x5555555555555555555555555555555555555555';

/** What that fee comes to, in units. */
export const FEE_UNITS = 312_500n;

/** Adds an orchestrator fee to a link; answers the request that it is, as payments of it are made. */
export async function insertFee(ctx: Context, link: PayableLink): Promise<PayableLink> {
  const id = ctx.newOrderedId();
  const keyBytes = randomBytes(32);
  const requestId = `01${randomBytes(32).toString('hex')}`;
  await ctx.db
    .insertInto('request')
    .values({
      id,
      account_id: link.accountId,
      request_id: requestId,
      payment_reference: hexOf(randomBytes(8)),
      reference_key: keyBytes,
      salt: randomBytes(8).toString('hex'),
      status: 'created',
      network: 'sepolia',
      currency_id: 'USDC-sepolia',
      token_address: link.tokenAddress,
      payee_address: FEE_RECEIVER,
      expected_units: FEE_UNITS,
      fee_units: 0n,
      origin_form: 'fee',
      created_at: TEST_TIME,
    })
    .execute();
  await ctx.db
    .insertInto('fee_component')
    .values({
      request_id: id,
      account_id: link.accountId,
      for_request_id: link.requestRowId,
      position: 0,
      fee_type: 'orchestrator_fee',
      label: 'Orchestrator fee',
      bearer: 'payee',
    })
    .execute();
  const referenceKey = hexOf(keyBytes);
  return { ...link, requestRowId: id, requestId, referenceKey, expectedUnits: FEE_UNITS };
}
