import type { Context } from '#context.ts';
import type { FeeDraft } from '#modules/fees/index.ts';
import { type DraftedRequest, draftRequest } from './draft-request.ts';
import { STORY_OF_LINK } from './model/terms.ts';
import type { RequestTerms } from './request-terms.ts';
import type { NewFeeComponent } from './store/fee-components.ts';
import type { NewRequest } from './store/requests.ts';

/** A fee of a request, drawn up: a request of its own, and what it is a fee of. */
export interface DraftedFee {
  readonly request: DraftedRequest;
  readonly draft: FeeDraft;
  readonly component: NewFeeComponent;
}

/**
 * Draws up the requests that the fees of a request are: paid in the same way as it, each with a
 * reference of its own, so that they are seen, counted and taken back as every payment is. Writes
 * nothing; who owes them inserts them by `insertRequests` and `insertFeeComponents`.
 */
export function draftFees(
  ctx: Context,
  main: { readonly terms: RequestTerms; readonly request: Pick<NewRequest, 'id'> },
  fees: readonly FeeDraft[],
): DraftedFee[] {
  const { terms } = main;
  return fees.map((fee, position) => {
    const request = draftRequest(ctx, {
      ...terms,
      payeeAddress: fee.receiverAddress,
      expectedUnits: fee.units,
      fee: undefined,
      story: { ...(terms.story ?? STORY_OF_LINK), originForm: 'fee', reference: null },
    });
    const component = {
      request_id: request.id,
      account_id: terms.accountId,
      for_request_id: main.request.id,
      position,
      fee_type: fee.feeType,
      label: fee.label,
      bearer: fee.bearer,
      percentage_bps: fee.percentageBps,
    };
    return { request, draft: fee, component };
  });
}
