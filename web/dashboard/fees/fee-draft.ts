import type { FeeConfig } from '../api/shapes.ts';
import { readPercent, writePercent } from './percent.ts';

/** What is written of a fee. */
export interface FeeDraft {
  readonly flow: FeeConfig['flow'];
  readonly feeBearer: FeeConfig['feeBearer'];
  readonly percent: string;
  readonly usdCap: string;
  readonly evmRecipientAddress: string;
  readonly tronRecipientAddress: string;
}

export const NO_FEE: FeeDraft = {
  flow: 'incoming',
  feeBearer: 'recipient',
  percent: '',
  usdCap: '',
  evmRecipientAddress: '',
  tronRecipientAddress: '',
};

/** A fee as its form shows it. */
export function feeDraftOf(config: FeeConfig): FeeDraft {
  const { flow, feeBearer, bps, usdCap, evmRecipientAddress, tronRecipientAddress } = config;
  return {
    flow,
    feeBearer,
    percent: writePercent(bps),
    usdCap: usdCap ?? '',
    evmRecipientAddress: evmRecipientAddress ?? '',
    tronRecipientAddress: tronRecipientAddress ?? '',
  };
}

/** What can be changed of a fee as the API is sent it; undefined where its share is none. Null takes away. */
export function termsOf(draft: FeeDraft) {
  const bps = readPercent(draft.percent);
  if (bps === undefined) return undefined;
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    bps,
    usdCap: orNull(draft.usdCap),
    evmRecipientAddress: orNull(draft.evmRecipientAddress),
    tronRecipientAddress: orNull(draft.tronRecipientAddress),
  };
}

/** The same for a new fee, of which nothing can be taken away. */
export function newTermsOf(draft: FeeDraft) {
  const terms = termsOf(draft);
  if (terms === undefined) return undefined;
  const { bps, usdCap, evmRecipientAddress, tronRecipientAddress } = terms;
  return {
    bps,
    flow: draft.flow,
    feeBearer: draft.feeBearer,
    ...(usdCap !== null && { usdCap }),
    ...(evmRecipientAddress !== null && { evmRecipientAddress }),
    ...(tronRecipientAddress !== null && { tronRecipientAddress }),
  };
}
