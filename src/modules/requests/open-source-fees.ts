import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { scaleUp } from '#kit/amount.ts';
import { invariant, Outage } from '#kit/failure.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { transact } from '#platform/db/transact.ts';
import { newReference } from './draft-request.ts';
import {
  type FeeToOpen,
  findSourceFees,
  insertSourceFees,
  lockFeesToOpen,
  type SourceFeeDraft,
} from './store/source-fees.ts';

/** Fees that are due in one dollar, and the dollar of another network that they are to be paid in. */
interface SourceFeesInput {
  readonly fees: readonly DueFee[];
  readonly currency: Currency;
  readonly source: Currency;
}

/**
 * The same fees in their order as they are paid in a token of another network: each with the request that it is there, and with
 * what is due of it in that token, one dollar for one, rounded up. A request is added where there is none yet; asked for
 * again it is the same one. Throws `Outage` if that network has no node.
 */
export async function openSourceFees(
  ctx: Context,
  { fees, currency, source }: SourceFeesInput,
): Promise<readonly DueFee[]> {
  const asked = {
    feeRowIds: fees.map(({ componentId }) => componentId),
    currencyId: source.id,
  };
  const found = await findSourceFees(ctx, asked);
  const open = found.size === fees.length ? found : await addMissing(ctx, { ...asked, source });
  return fees.map((fee) => {
    const here = open.get(fee.componentId);
    invariant(here !== undefined, 'every fee was opened');
    return { ...fee, ...here, units: scaleUp(fee.units, currency.decimals, source.decimals) };
  });
}

interface MissingInput {
  readonly feeRowIds: readonly string[];
  readonly currencyId: string;
  readonly source: Currency;
}

/** Adds the requests that are missing, and returns all. The fees are locked, so that two callers do not add two for one. */
async function addMissing(ctx: Context, { source, ...asked }: MissingInput) {
  const chain = ctx.chains.get(source.network);
  if (chain === undefined) {
    throw new Outage(`no node is configured for ${NETWORKS[source.network].name}`);
  }
  return await transact(ctx, async (ctx) => {
    const fees = await lockFeesToOpen(ctx, asked.feeRowIds);
    const found = await findSourceFees(ctx, asked);
    const missing = fees.filter(({ id }) => !found.has(id));
    await insertSourceFees(
      ctx,
      missing.map((fee) => draftOf(ctx, fee, { chain, source })),
    );
    return await findSourceFees(ctx, asked);
  });
}

function draftOf(
  ctx: Context,
  fee: FeeToOpen,
  { chain, source }: { readonly chain: Chain; readonly source: Currency },
): SourceFeeDraft {
  const { accountId, payeeAddress, expectedUnits, decimals } = fee;
  const units = scaleUp(expectedUnits, decimals, source.decimals);
  const terms = { accountId, payeeAddress, expectedUnits: units, currency: source, chain };
  const reference = newReference(ctx, terms);
  return {
    row: {
      ...fee.attribution,
      ...reference,
      account_id: accountId,
      status: 'created',
      origin_form: 'fee',
      network: source.network,
      kind: 'token',
      currency_id: source.id,
      token_address: source.address,
      payee_address: payeeAddress,
      expected_units: units,
      fee_units: 0n,
    },
    fee: {
      request_id: reference.id,
      account_id: accountId,
      fee_request_id: fee.id,
      for_request_id: fee.forRequestId,
      currency_id: source.id,
      fee_units: expectedUnits,
    },
  };
}
