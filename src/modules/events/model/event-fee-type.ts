/** How events name a kind of fee: that of a call or a client ID is `platform`, inside its payment or beside it. */
export function eventFeeType(feeType: string): string {
  return feeType === 'platform_fee' ? 'platform' : feeType;
}
